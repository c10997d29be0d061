# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    b = map(lambda x: x * 2, a)
    return b + x
