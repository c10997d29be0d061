# args: a=float32[4]
from pylog import *


@pylog
def k(a):
    return np.unravel_index(7, (2, 3))[0] + a[0]
