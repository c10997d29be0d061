# args: a=float64[40] f=float32[40] k=int32[30] e=float64[4]
# range: a=-2..2 f=0..1 k=0..9
# values: e=-2,-0.5,0.25,1
from pylog import *


@pylog
def histograms_of_data(a, f, k, e):
    counts, edges = np.histogram(a, 5)
    inside, steps = np.histogram(f, bins=4, range=(0.25, 0.75))
    whole = np.histogram(k)
    return counts, edges, inside, steps, whole[0], whole[1], np.histogram(a, bins=e)[0], np.histogram(f, 7)[0]
