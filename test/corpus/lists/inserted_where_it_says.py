# args: a=int32[12] m=int32
# range: a=-9..9 m=0..9
import bisect

import numpy as np
from pylog import *


@pylog
def inserted_where_it_says(a, m):
    """Places that are asked of the list itself are those of the list as it was."""
    h = []
    for i in range(4):
        if a[i] > m - 5:
            h.append(int(a[i]))
    for i in range(4, 12):
        bisect.insort(h, int(a[i]))
    h.insert(len(h) - 1, 77)
    h.insert(len(h), len(h))
    h.insert(len(h) // 2, h[-1])
    h.insert(bisect.bisect_left(h, 3), h[0])
    last = h.pop(len(h) - 2)
    out = np.zeros(20, np.int64)
    for i in range(len(h)):
        out[i] = h[i]
    return out, last, len(h)
