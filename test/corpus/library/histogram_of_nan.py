# args: x=float64[3]
# values: x=1,nan,2
# raises: ValueError
from pylog import *


@pylog
def histogram_of_nan(x):
    return np.histogram(x, 4)[0]
