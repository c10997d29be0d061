# args: a=int32[4]
from pylog import *


@pylog
def k(a):
    t = a[0] + 1
    return np.arange(t)
