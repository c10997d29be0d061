# args: a=uint64[6] b=int64[4]
# seed: 3
from pylog import *
import numpy as np

MASK = (1 << 64) - 1
PRIME = 2**40 + 2**8 + 0xB3


@pylog
def long_constants(a, b):
    h = np.uint64(14695981039346656037)
    for i in range(6):
        h = (h ^ a[i]) * np.uint64(PRIME)
    a[0] = MASK
    a[1] = (1 << 64) - (1 << 32)
    a[2] = a[2] & ((1 << 63) | 1)
    a[3] = -(-(2**64) + 5)
    b[0] = -(1 << 63)
    b[1] = (1 << 70) >> 60
    b[2] = 10**30 // 10**28 % 7
    b[3] = (3**50 < 2**80) + (2**64 == MASK + 1)
    return h
