# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    return np.array([a[a > t].std() for t in a])
