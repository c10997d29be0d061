# args: x=int16[24] h=int8[6]
from pylog import *
import numpy as np


@pylog
def fir_integer(x, h):
    y = np.zeros(24, dtype=np.int32)
    for n in range(24):
        acc = 0
        for k in range(6):
            if n >= k:
                acc += int(x[n - k]) * int(h[k])
        y[n] = acc >> 4
    return y
