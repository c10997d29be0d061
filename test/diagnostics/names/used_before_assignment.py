# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    for i in range(8):
        total = total + a[i]
    return total
