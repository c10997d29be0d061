# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    def double(x):
        return x * 2

    return a + double
