# args: a=uint8[10] b=uint8[9]
# range: a=0..3 b=0..3
from pylog import *
import numpy as np


@pylog
def edit_distance(a, b):
    prev = np.arange(10)
    cur = np.zeros(10, dtype=np.int64)
    for i in range(10):
        cur[0] = i + 1
        for j in range(9):
            cost = 0 if a[i] == b[j] else 1
            cur[j + 1] = min(prev[j + 1] + 1, cur[j] + 1, prev[j] + cost)
        prev, cur = cur, prev
    return prev[9]
