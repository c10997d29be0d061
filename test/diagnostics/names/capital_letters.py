# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    Count = 8
    for i in Range(count):
        a[i] = 0
