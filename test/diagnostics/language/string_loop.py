# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    n = 0
    for c in "abc":
        n += 1
    return n
