# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    x, y = 5
    return x
