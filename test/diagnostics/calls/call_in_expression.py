# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    def pair(x):
        return x, x + 1

    return map(lambda x: pair(x)[1], a)
