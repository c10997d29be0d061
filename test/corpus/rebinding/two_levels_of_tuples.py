# args: a=float32[4] b=float32[4]
from pylog import *


def inner(x, y):
    return x + y, x - y


def outer(x, y):
    p, q = inner(x, y)
    r, s = inner(p * 2, q)
    return r, s


@pylog
def two_levels_of_tuples(a, b):
    x = a.copy()
    y = b.copy()
    for i in range(3):
        x, y = outer(x, y)
    return x + y
