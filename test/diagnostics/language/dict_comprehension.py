# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    d = {i: a[i] for i in range(8)}
    return d[0]
