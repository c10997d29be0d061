# args: a=float32[4] b=float32[4]
# The function gives its arguments the other way round.
from pylog import *


def sw(x, y):
    return y, x


@pylog
def swap_by_function(a, b):
    x = a.copy()
    y = b.copy()
    for i in range(3):
        x, y = sw(x, y)
        x[0] += 1
    return x, y
