from pylog import *
import numpy as np


@pylog
def gemm(
    alpha: "float32",
    beta: "float32",
    C: "float32[200,220]",
    A: "float32[200,240]",
    B: "float32[240,220]",
):
    """C = alpha A B + beta C."""
    for i in range(200):
        for j in range(220):
            C[i, j] *= beta
        for k in range(240):
            for j in range(220):
                C[i, j] += alpha * A[i, k] * B[k, j]
