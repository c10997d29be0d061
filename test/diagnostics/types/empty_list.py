# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    out = []
    for i in range(8):
        out.append(a[i])
    return out
