# args: a=float32[4,6]
from pylog import *
import numpy as np


@pylog
def constant_folding_shapes(a):
    rows, cols = a.shape
    n = rows * cols
    out = np.zeros(n, dtype=np.float32)
    buf = np.zeros((cols, rows))
    for i in range(rows):
        for j in range(cols):
            out[i * cols + j] = a[i, j]
            buf[j, i] = a[i, j]
    return out, buf, len(a), a.ndim, a.size, a.shape[1]
