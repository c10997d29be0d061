# args: a=uint8[10] b=uint8[12]
# range: a=0..3 b=0..3
from pylog import *
import numpy as np


@pylog
def smith_waterman(a, b):
    h = np.zeros((11, 13), dtype=np.int16)
    best = 0
    for i in range(1, 11):
        for j in range(1, 13):
            s = 3 if a[i - 1] == b[j - 1] else -3
            v = max(0, int(h[i - 1, j - 1]) + s, int(h[i - 1, j]) - 2, int(h[i, j - 1]) - 2)
            h[i, j] = v
            if v > best:
                best = v
    return best, h
