# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    s = slice(1, 3)
    return a[s]
