# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    def bump(x):
        x[0] += 1
        return x[0]

    a[a > 0] += bump(a)
