# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    while True:
        a[0] += 1
    return a[0]
