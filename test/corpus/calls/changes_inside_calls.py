# args: a=int32[4] b=int32[4]
from pylog import *


def g(p):
    p[0] += 1
    return p[0]


def f(x, y):
    y[1] += x
    return y[1] + g(y)


@pylog
def changes_inside_calls(a, b):
    x = f(g(a), a) + f(a[0], b) * g(b)
    for i in range(g(a) % 4):
        a[i] += g(a)
    for v in a + g(a):
        b[0] += v
    return x
