# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    return a if a[0] > 0 else 0.0
