# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    x = a[0]
    if x is not None:
        return 1
    return 0
