# args: a=float32[8] b=float32[4]
from pylog import *


@pylog
def k(a, b):
    return a if a[0] > 0 else b
