# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    def sign(x):
        if x > 0:
            return 1
        if x < 0:
            return -1

    return sign(a[0])
