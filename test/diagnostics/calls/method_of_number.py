# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    n = 5
    return n.bit_count()
