# args: a=float32[8] b=float32[7] n=int32
import numpy as np
from pylog import *


@pylog
def k(a, b, n):
    c = a + b
    d = totl * 2
    e = a[9]
    for i in range(8):
        f = a[i] & 1
    g = np.zeros(n)
    return c + d + e + g
