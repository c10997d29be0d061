# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    while (x := a[0]) > 0:
        a[0] -= 1
    return x
