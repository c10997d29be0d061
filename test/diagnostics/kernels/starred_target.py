# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    first, *rest = (1, 2, 3)
    return first
