# args: a=float32[8] b=float32[8]
from pylog import *


@pylog
def k(a, b):
    def f(x):
        b[0] = x
        return x

    return map(f, a)
