# args: a=uint8[32] b=uint8[32]
# range: a=0..3 b=0..3
from pylog import *
import numpy as np


@pylog
def joint(a, b):
    h = np.zeros((4, 4), dtype=np.uint16)
    for i in range(32):
        h[a[i], b[i]] += 1
    return h, h.sum(axis=0), np.sum(h, axis=1)
