# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    def add(x, y):
        return x + y

    return add(**a)
