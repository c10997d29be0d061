# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    total = 0

    def add(x):
        nonlocal total
        total += 1
        return x

    return add(a[0])
