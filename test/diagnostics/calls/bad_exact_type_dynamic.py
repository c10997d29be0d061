# args: a=float32[8] n=int32
from pylog import *


@pylog
def k(a, n):
    t = pl_fixed(n, 6)
    return t(a[0])
