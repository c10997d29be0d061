# args: a=int32[4] b=int32[4] c=int32[4]
# What may be copied where the arguments are two arrays must not be where they are one.
from pylog import *


def f(p, q, n):
    v = p
    for i in range(n):
        q[0] = q[0] + v[0] + 1
        if i > 0:
            v = v * 2
    return v + q


@pylog
def copied_in_one_call(a, b, c):
    x = f(a, b, 3)
    y = f(c, c, 3)
    return x, y
