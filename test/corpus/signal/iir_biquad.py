# args: x=float64[16]
from pylog import *
import numpy as np

B = (0.2, 0.4, 0.2)
A = (-0.3, 0.1)


@pylog
def iir_biquad(x):
    y = np.empty_like(x)
    x1 = x2 = y1 = y2 = 0.0
    for i in range(16):
        v = B[0] * x[i] + B[1] * x1 + B[2] * x2 - A[0] * y1 - A[1] * y2
        x2, x1 = x1, x[i]
        y2, y1 = y1, v
        y[i] = v
    return y
