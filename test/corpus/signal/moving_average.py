# args: x=int32[20]
from pylog import *
import numpy as np


@pylog
def moving_average(x):
    out = np.zeros(16)
    window = np.sum(x[:5])
    out[0] = window / 5
    for i in range(1, 16):
        window += x[i + 4] - x[i - 1]
        out[i] = window / 5
    return out, np.convolve(x, np.ones(5, dtype=np.int32), "valid") // 5
