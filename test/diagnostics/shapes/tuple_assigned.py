# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    t = (1, 2, 3)
    t[0] = 5
    return t[0]
