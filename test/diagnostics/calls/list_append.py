# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    x = [1, 2, 3]
    x.append(4)
    return x[3]
