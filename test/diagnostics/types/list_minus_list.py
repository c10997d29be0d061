# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    x = [1, 2, 3]
    y = [4, 5, 6]
    return x - y
