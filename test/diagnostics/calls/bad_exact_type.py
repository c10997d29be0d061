# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    x = pl_fixed(0, 6)
    return a
