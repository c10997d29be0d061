# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    i = 0
    while i < 8:
        i += 1
    else:
        i = 0
    return i
