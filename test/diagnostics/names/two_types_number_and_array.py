# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    x = 0
    if a[0] > 0:
        x = a
    return x
