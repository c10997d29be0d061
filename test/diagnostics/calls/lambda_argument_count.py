# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    f = lambda x, y: x + y
    return f(a[0])
