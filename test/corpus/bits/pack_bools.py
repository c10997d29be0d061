# args: p=bool[16]
from pylog import *
import numpy as np


@pylog
def pack_bools(p):
    w = np.uint16(0)
    for i in range(16):
        if p[i]:
            w |= np.uint16(1) << i
    n = 0
    for i in range(16):
        n = n * 2 + int(p[i])
    return w, n, np.sum(p * (1 << np.arange(16)))
