# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    from math import sqrt, floor as down
    return sqrt(a[0]) + down(a[1])
