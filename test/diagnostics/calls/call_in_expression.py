# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    def pair(x):
        return x, x + 1

    if a[0] > 0 and pair(a[0])[1] > 2:
        return 1
    return 0
