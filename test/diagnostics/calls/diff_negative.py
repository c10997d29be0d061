# args: a=float32[4]
from pylog import *


@pylog
def k(a):
    return np.diff(a, -1)
