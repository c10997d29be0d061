# args: a=float32 b=int32
from pylog import *


@pylog
def k(a, b):
    return max(a, b)
