# args: v=uint32[2] k=uint32[4]
# range: v=0..4294967295 k=0..4294967295
from pylog import *
import numpy as np


@pylog
def tea(v, k):
    v0 = v[0]
    v1 = v[1]
    total = np.uint32(0)
    for _ in range(32):
        total += np.uint32(0x9E3779B9)
        v0 += ((v1 << 4) + k[0]) ^ (v1 + total) ^ ((v1 >> 5) + k[1])
        v1 += ((v0 << 4) + k[2]) ^ (v0 + total) ^ ((v0 >> 5) + k[3])
    v[0] = v0
    v[1] = v1
