# args: a=int32[16]
from pylog import *
import numpy as np


@pylog
def longest_increasing(a):
    best = np.ones(16, dtype=np.int32)
    for i in range(16):
        for j in range(i):
            if a[j] < a[i] and best[j] + 1 > best[i]:
                best[i] = best[j] + 1
    return np.max(best)
