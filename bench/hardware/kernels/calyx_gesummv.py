from pylog import *
import numpy as np


@pylog
def calyx_gesummv(alpha: "uint32", beta: "uint32", a: "uint32[8,8]", b: "uint32[8,8]", x: "uint32[8]", y: "uint32[8]"):
    """y = alpha A x + beta B x."""
    for i in range(8):
        left = np.uint32(0)
        right = np.uint32(0)
        for j in range(8):
            left += a[i, j] * x[j]
            right += b[i, j] * x[j]
        y[i] = alpha * left + beta * right
