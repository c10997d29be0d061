# args: a=float32[80]
from pylog import *


@pylog
def k(a):
    best = None
    for i in range(80):
        if best is None or a[i] > best:
            best = a[i]
    return best
