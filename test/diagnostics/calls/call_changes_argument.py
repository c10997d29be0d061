# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    def bump(x):
        a[0] += x
        return a[0]

    return map(lambda x: bump(x), a)
