from pylog import *
import numpy as np


@pylog
def calyx_atax(a: "uint32[8,8]", x: "uint32[8]", y: "uint32[8]"):
    """y = A' (A x)."""
    for i in range(8):
        y[i] = 0
    for i in range(8):
        total = np.uint32(0)
        for j in range(8):
            total += a[i, j] * x[j]
        for j in range(8):
            y[j] += a[i, j] * total
