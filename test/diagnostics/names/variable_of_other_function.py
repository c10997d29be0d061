# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    def f(x):
        inner = x + 1
        return inner

    f(a[0])
    return inner
