# args: a=float32[8] b=int32[8]
from pylog import *


@pylog
def k(a, b):
    c = a
    if a[0] > 0:
        c = b
    return c[0]
