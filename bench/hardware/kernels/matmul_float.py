from pylog import *
import numpy as np


@pylog
def matmul_float(a: "float32[32,32]", b: "float32[32,32]", c: "float32[32,32]"):
    """Matrices of 32 by 32 float32, each sum in order."""
    for i in range(32):
        for j in range(32):
            total = np.float32(0)
            for k in range(32):
                total += a[i, k] * b[k, j]
            c[i, j] = total
