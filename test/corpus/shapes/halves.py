# args: x=float64[16] z=complex64[8] m=int32[3,4]
import math
import numpy as np
from pylog import *


@pylog
def halves(x, z, m):
    """A while whose rounds are known: arrays get shorter in each, and what it doubles says shapes."""
    details = np.zeros(16)
    a = x
    while len(a) > 1:
        details[len(a) // 2:len(a)] = (a[::2] - a[1::2]) / 2
        a = (a[::2] + a[1::2]) / 2
    details[0] = a[0]

    y = z.copy()
    size = 2
    while size <= len(y):
        half = size // 2
        turns = np.arange(half, dtype=np.float32) + 1
        for start in range(0, len(y), size):
            even = y[start:start + half].copy()
            odd = y[start + half:start + size] * turns
            y[start:start + half] = even + odd
            y[start + half:start + size] = even - odd
        size *= 2

    row = m[0]
    last = 0
    while row.size > 0:
        last = last * 10 + row[-1]
        row = row[1:]

    levels = int(math.log2(len(x)))
    reach = int(np.ceil(np.hypot(3, 4.5)))
    table = np.zeros((levels, reach), np.int32)
    for k in range(levels):
        table[k] = k + np.arange(reach)
    return details, y, last, table
