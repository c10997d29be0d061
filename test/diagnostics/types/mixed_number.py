# args: a=float32[8] b=float64[8] n=int32
from pylog import *


@pylog
def k(a, b, n):
    s = 0.1
    if n > 0:
        s = a[0]
    b[0] = s
