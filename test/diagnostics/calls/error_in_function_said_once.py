# args: a=float32[8] b=float32[4]
from pylog import *


@pylog
def k(a, b):
    def f(x):
        return x + missing

    c = f(a)
    d = f(b)
    return f(a[0])
