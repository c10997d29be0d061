# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    b = twice(a[0])

    def twice(x):
        return x * 2

    return b
