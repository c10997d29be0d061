# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    for i in range(0, 8, 0):
        a[i] = 0
