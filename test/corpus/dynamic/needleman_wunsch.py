# args: a=uint8[8] b=uint8[8]
# range: a=0..3 b=0..3
from pylog import *
import numpy as np


@pylog
def needleman_wunsch(a, b):
    gap = -2
    h = np.zeros((9, 9), dtype=np.int32)
    h[0, :] = gap * np.arange(9)
    h[:, 0] = gap * np.arange(9)
    for d in range(2, 17):
        for i in range(max(1, d - 8), min(9, d)):
            j = d - i
            m = h[i - 1, j - 1] + (1 if a[i - 1] == b[j - 1] else -1)
            h[i, j] = np.maximum(m, np.maximum(h[i - 1, j], h[i, j - 1]) + gap)
    return h
