# args: a=float32[2,2,2]
from pylog import *


@pylog
def k(a):
    return a[..., 0, ...]
