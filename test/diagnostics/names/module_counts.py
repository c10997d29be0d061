# args: a=float32[8]
from pylog import *

N = 4
N += 1


@pylog
def k(a):
    return a * N
