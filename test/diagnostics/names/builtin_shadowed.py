# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    sum = 0
    for i in range(8):
        sum += i
    return sum(a)
