# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    def add(x, y):
        return x + y

    pair = (a[0], a[1])
    return add(*pair)
