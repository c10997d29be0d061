# args: x=float64[5] q=float64
# values: q=1.5
# raises: ValueError
from pylog import *


@pylog
def quantile_outside(x, q):
    return np.quantile(x, q)
