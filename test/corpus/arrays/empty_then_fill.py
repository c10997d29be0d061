# args: a=float32[4,3]
from pylog import *
import numpy as np


@pylog
def empty_then_fill(a):
    out = np.empty((3, 4), dtype=np.float32)
    for i in range(4):
        for j in range(3):
            out[j, i] = a[i, j] * 2
    v = np.empty(5)
    v.fill(2.5)
    w = np.empty_like(a)
    w[:] = 1
    return out, v, w
