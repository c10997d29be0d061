# args: a=float32[8]
from pylog import *

N = 4
N = N + 4


@pylog
def k(a):
    return a * N
