# args: n=5
from pylog import *
import numpy as np


@pylog
def magic_square(n):
    m = np.zeros((5, 5), dtype=np.int32)
    i, j = 0, n // 2
    for k in range(1, n * n + 1):
        m[i, j] = k
        ni, nj = (i - 1) % n, (j + 1) % n
        if m[ni, nj]:
            i = (i + 1) % n
        else:
            i, j = ni, nj
    return m, np.sum(m, axis=0)
