# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    return map(lambda x: x[0, 1], a)
