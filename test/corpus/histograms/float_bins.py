# args: x=float32[50]
from pylog import *
import numpy as np


@pylog
def float_bins(x):
    lo = np.min(x)
    hi = np.max(x)
    hist = np.zeros(10, dtype=np.int64)
    for v in x:
        b = int((v - lo) / (hi - lo) * 10)
        if b == 10:
            b = 9
        hist[b] += 1
    return hist
