# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    b = [x * 2 for x in a]
    return b[0] + x
