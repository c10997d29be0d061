# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    x = [0] * 8
    x[0] = a[0]
    return x
