# args: x=float32[8] y=float32[9]
from pylog import *
import numpy as np


@pylog
def dtw(x, y):
    d = np.full((9, 10), np.inf, dtype=np.float32)
    d[0, 0] = 0
    for i in range(8):
        for j in range(9):
            cost = abs(x[i] - y[j])
            d[i + 1, j + 1] = cost + min(d[i, j], d[i, j + 1], d[i + 1, j])
    return d[8, 9]
