from pylog import *
import numpy as np


@pylog
def window_fir(x: "int16[64]", h: "int16[16]", y: "int32[64]"):
    """16 taps over a window that is shifted by one for each sample."""
    w = np.zeros(16, np.int16)
    for n in range(64):
        for i in range(15):
            w[i] = w[i + 1]
        w[15] = x[n]
        total = np.int32(0)
        for i in range(16):
            total += np.int32(w[i]) * np.int32(h[i])
        y[n] = total
