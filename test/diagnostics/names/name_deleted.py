# args: a=float32[8]
from pylog import *

N = 4
M = N * 2
del N


@pylog
def k(a):
    return a[:N]
