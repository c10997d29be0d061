# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    best = None
    for i in range(8):
        if best is None or a[i] > best:
            best = a[i]
    return best
