from pylog import *
import numpy as np


@pylog
def syrk(alpha: "float32", beta: "float32", C: "float32[240,240]", A: "float32[240,200]"):
    """The lower triangle of C = alpha A A' + beta C."""
    for i in range(240):
        for j in range(i + 1):
            C[i, j] *= beta
        for k in range(200):
            for j in range(i + 1):
                C[i, j] += alpha * A[i, k] * A[j, k]
