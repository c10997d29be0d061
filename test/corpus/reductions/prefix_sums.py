# args: a=int32[12] f=float32[12]
from pylog import *
import numpy as np


@pylog
def prefix_sums(a, f):
    c = np.cumsum(a)
    r = c[5:] - c[:-5]
    e = np.zeros(12, dtype=np.float32)
    s = np.float32(0)
    for i in range(12):
        e[i] = s
        s += f[i]
    return c, r, e, np.cumsum(f), np.cumsum(a[::-1])[::-1]
