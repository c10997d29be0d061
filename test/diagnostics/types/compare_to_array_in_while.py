# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    i = 0
    while a[i:i + 2] > 0:
        i += 1
    return i
