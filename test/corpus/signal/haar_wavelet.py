# args: x=float32[16]
from pylog import *
import numpy as np


@pylog
def haar_wavelet(x):
    out = x.copy()
    n = 16
    while n > 1:
        half = n // 2
        s = (out[0:n:2] + out[1:n:2]) * 0.5
        d = (out[0:n:2] - out[1:n:2]) * 0.5
        out[:half] = s
        out[half:n] = d
        n = half
    return out
