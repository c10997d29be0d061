# What the two paths bring would not fit one type, and nobody asks for it after them.
# args: a=int32[3] n=-12 m=-7
import numpy as np
from pylog import *


@pylog
def joined_but_not_read(a, n, m):
    k = -100
    if a[0] > 1000:
        n = np.uint8(1)
        n += np.uint8(a[2] % 3)
        a[2] = n
        k = np.uint64(2)
        a[1] = k
    for i in range(3):
        if a[i] > 1000:
            m = np.uint16(i)
            a[i] = m
            break
        m = 5
        a[i] += m
    return a[1]
