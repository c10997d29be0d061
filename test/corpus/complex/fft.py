# args: x=complex64[16]
# ulp: 16
from pylog import *
import numpy as np


@pylog
def fft(x):
    n = 16
    out = np.zeros(n, dtype=np.complex64)
    for i in range(n):
        j = 0
        for b in range(4):
            j = j | (((i >> b) & 1) << (3 - b))
        out[j] = x[i]
    for s in range(1, 5):
        m = 1 << s
        half = m >> 1
        for k in range(half):
            w = np.complex64(np.exp(-2j * np.pi * k / m))
            for start in range(0, n, m):
                t = w * out[start + k + half]
                u = out[start + k]
                out[start + k] = u + t
                out[start + k + half] = u - t
    return out
