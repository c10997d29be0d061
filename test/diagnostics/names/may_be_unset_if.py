# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    if a[0] > 0:
        best = a[0]
    return best
