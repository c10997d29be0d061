# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    def f(x):
        y = x + 1

    return map(f, a)
