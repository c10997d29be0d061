from pylog import *
import numpy as np


@pylog
def matmul_32(a: "int32[32,32]", b: "int32[32,32]", c: "int32[32,32]"):
    """Matrices of 32 by 32 integers."""
    for i in range(32):
        for j in range(32):
            total = np.int32(0)
            for k in range(32):
                total += a[i, k] * b[k, j]
            c[i, j] = total
