# args: a=int64[4]
# Methods and functions that change what they are given.
import numpy as np
from pylog import *

ORDER = np.array([3, 1, 2, 0])
SORTED = ORDER.copy()
SORTED.sort()
FILLED = np.zeros((2, 4), np.int64)
FILLED[1].fill(9)
np.multiply(SORTED, SORTED, out=SORTED)
NAMES = [4, 1, 3]
NAMES.sort(reverse=True)
NAMES.insert(1, 8)
NAMES.remove(1)
NAMES.reverse()
last = NAMES.pop()
NAMES.extend([last, last + 1])


@pylog
def in_place(a):
    out = a + SORTED + FILLED[1] + FILLED[0]
    for i in range(4):
        out[i] += NAMES[i]
    return out[ORDER]
