# args: a=float32[4] b=float32[4] c=float32[4]
from pylog import *


@pylog
def three_in_turn(a, b, c):
    x = a.copy()
    y = b.copy()
    z = c.copy()
    for i in range(5):
        z[1:] = x[1:] + y[:-1]
        x, y, z = y, z, x
    return x, y, z
