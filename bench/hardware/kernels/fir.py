from pylog import *
import numpy as np


@pylog
def fir(d: "int32[1000]", x: "int32[1000]"):
    """A filter of 1000 taps: one sample."""
    total = np.int32(0)
    for i in range(1000):
        total += d[i] * x[999 - i]
    return total
