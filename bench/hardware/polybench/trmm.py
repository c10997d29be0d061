from pylog import *
import numpy as np


@pylog
def trmm(alpha: "float32", A: "float32[200,200]", B: "float32[200,240]"):
    """B = alpha A' B, with ones on the diagonal of A, and nothing above it."""
    for i in range(200):
        for j in range(240):
            for k in range(i + 1, 200):
                B[i, j] += A[k, i] * B[k, j]
            B[i, j] = alpha * B[i, j]
