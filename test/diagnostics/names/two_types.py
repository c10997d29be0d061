# args: a=float32[8] b=float32[4,2]
from pylog import *


@pylog
def k(a, b):
    if a[0] > 0:
        c = a
    else:
        c = b
    return c.sum()
