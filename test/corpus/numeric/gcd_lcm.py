# args: a=int32[8] b=int32[8]
# range: a=1..200 b=1..200
from pylog import *
import numpy as np


@pylog
def gcd_lcm(a, b):
    g = np.zeros(8, dtype=np.int32)
    for i in range(8):
        x, y = a[i], b[i]
        while y != 0:
            x, y = y, x % y
        g[i] = x
    return g, a // g * b
