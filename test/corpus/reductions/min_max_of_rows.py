# args: m=float32[5,6]
from pylog import *
import numpy as np


@pylog
def min_max_of_rows(m):
    best = np.full(5, -np.inf)
    where = np.zeros(5, dtype=np.int32)
    for i in range(5):
        for j in range(6):
            if m[i, j] > best[i]:
                best[i] = m[i, j]
                where[i] = j
    return best, where, max(m), min(m)
