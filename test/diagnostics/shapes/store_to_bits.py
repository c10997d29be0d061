# args: a=float32[4]
from pylog import *


@pylog
def k(a):
    bits = a.view(np.int32)
    bits[0] = 5
    return a
