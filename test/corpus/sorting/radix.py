# args: a=uint32[20]
# range: a=0..65535
from pylog import *
import numpy as np


@pylog
def radix(a):
    buf = np.zeros(20, dtype=np.uint32)
    for shift in range(0, 16, 4):
        count = np.zeros(17, dtype=np.int64)
        for i in range(20):
            count[((a[i] >> shift) & 15) + 1] += 1
        for d in range(16):
            count[d + 1] += count[d]
        for i in range(20):
            d = (a[i] >> shift) & 15
            buf[count[d]] = a[i]
            count[d] += 1
        a[:] = buf
