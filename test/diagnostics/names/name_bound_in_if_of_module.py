# args: a=float32[8]
from pylog import *

if True:
    N = 4


@pylog
def k(a):
    return a * N
