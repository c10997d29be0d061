# Returned blocks must have a known shape: the last of range(0, 24, 8) is 16, and `top` is bound once.
# args: m=int32[16,24]
from pylog import *
import numpy as np


@pylog
def blocks_have_a_size(m):
    s = np.zeros((2, 3), dtype=np.int64)
    for i in range(2):
        top = i * 8
        for left in range(0, 24, 8):
            block = m[top : top + 8, left : left + 8]
            s[i, left // 8] = np.sum(block * block)
    for down in range(13, -1, -5):
        column = m[down : down + 3, 0] + m[0, down : down + 3]
        m[down : down + 3, 1] = column
    return s, column, block
