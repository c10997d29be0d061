# args: a=float32[8,8,8] i=int32[4] j=int32[4]
from pylog import *


@pylog
def k(a, i, j):
    return a[i, :, j]
