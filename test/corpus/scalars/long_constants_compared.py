# args: a=uint64[5] b=int32[5]
# seed: 5
from pylog import *
import numpy as np


@pylog
def long_constants_compared(a, b):
    out = np.zeros(5, dtype=np.int64)
    for i in range(5):
        if a[i] <= (1 << 64) - 1:
            out[i] += 1
        if b[i] < (1 << 40):
            out[i] += 2
        if b[i] > -(1 << 40) - 1:
            out[i] += 4
    return out
