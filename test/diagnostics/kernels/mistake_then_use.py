# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    x = a.foo
    y = x + 1
    z = y[0]
    for i in range(z):
        x += z
    return x, y, z
