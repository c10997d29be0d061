# args: a=int32[4,6]
from pylog import *
import numpy as np


@pylog
def chained_views(a):
    b = a[1:]
    c = b[:, ::2]
    d = c[::-1]
    e = d[0][1:]
    e[0] = 1000
    c[0, 0] = 2000
    b.T[5, 1] = 3000
    return e, d, c.T
