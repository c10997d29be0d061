# A window sorted in an unrolled network.
# args: x=int16[32]
import numpy as np
from pylog import *


@pylog
def sliding_median(x):
    out = np.zeros(28, dtype=np.int16)
    for i in range(28).pipeline():
        w = np.zeros(5, dtype=np.int16)
        for k in range(5):
            w[k] = x[i + k]
        for a in range(4):
            for b in range(4 - a):
                if w[b] > w[b + 1]:
                    w[b], w[b + 1] = w[b + 1], w[b]
        out[i] = w[2]
    return out
