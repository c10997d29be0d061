# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    b = a + 1
    del b
    return a
