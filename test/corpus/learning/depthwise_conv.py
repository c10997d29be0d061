# args: x=float32[3,6,6] w=float32[3,3,3]
# sum: 9 of 100
from pylog import *
import numpy as np


@pylog
def depthwise_conv(x, w):
    out = np.zeros((3, 4, 4), dtype=np.float32)
    for c in range(3):
        out[c] = plmap(lambda a: dot(a[0, -1:2, -1:2], w[c]), x[c, 1:-1, 1:-1])
    return out
