from pylog import *
import numpy as np


@pylog
def matmul_30(a: "int32[30,30]", b: "int32[30,30]", c: "int32[30,30]"):
    """Matrices of 30 by 30 integers."""
    for i in range(30):
        for j in range(30):
            total = np.int32(0)
            for k in range(30):
                total += a[i, k] * b[k, j]
            c[i, j] = total
