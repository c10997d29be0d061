# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    x, y = 1, 2, 3
    return x + y
