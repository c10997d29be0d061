# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    for i in range(8):
        if a[i] > 0:
            found = i
            break
    else:
        found = -1
    return found
