# args: a=float64[4]
# ulp: 2
from pylog import *


@pylog
def number_on_one_path(a):
    t = a[0] / 3
    if a[1] > 0:
        t = 1.0
    c = 1 / np.sqrt(t * t + 1)
    return c, np.exp(t) * a
