# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    def clear(x):
        x[:] = 0

    b = clear(a)
    return b[0]
