# args: a=float32[8] b=float32[4]
from pylog import *


@pylog
def k(a, b):
    def f(x, y):
        return x + y

    c = f(a, a)
    d = f(a, b)
    return c
