# What the two paths bring would not fit one type, and nobody asks for it after them.
# args: a=int32[3] n=-12
import numpy as np
from pylog import *


@pylog
def joined_but_not_read(a, n):
    k = -100
    if a[0] > 0:
        n = np.uint8(1)
        k = np.uint64(2)
        a[1] = k
    return a[1]
