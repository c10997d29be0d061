# args: a=float32[4] b=float32[4]
# A tuple of arrays is bound again in a loop.
from pylog import *


def inner(x, y):
    return x + y, x - y


@pylog
def tuple_of_arrays(a, b):
    s = (a.copy(), b.copy())
    for i in range(3):
        s = inner(s[0], s[1])
    return s[0] + s[1]
