# args: x=uint32[8]
# range: x=0..4294967295
from pylog import *
import numpy as np


@pylog
def integer_sqrt(x):
    out = np.zeros(8, dtype=np.uint32)
    for i in range(8):
        n = x[i]
        r = np.uint32(0)
        b = np.uint32(1) << 30
        while b > n:
            b >>= 2
        while b != 0:
            if n >= r + b:
                n -= r + b
                r = (r >> 1) + b
            else:
                r >>= 1
            b >>= 2
        out[i] = r
    return out
