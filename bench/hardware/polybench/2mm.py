from pylog import *
import numpy as np


@pylog
def two_mm(
    alpha: "float32",
    beta: "float32",
    tmp: "float32[180,190]",
    A: "float32[180,210]",
    B: "float32[210,190]",
    C: "float32[190,220]",
    D: "float32[180,220]",
):
    """D = alpha A B C + beta D."""
    for i in range(180):
        for j in range(190):
            tmp[i, j] = 0.0
            for k in range(210):
                tmp[i, j] += alpha * A[i, k] * B[k, j]
    for i in range(180):
        for j in range(220):
            D[i, j] *= beta
            for k in range(190):
                D[i, j] += tmp[i, k] * C[k, j]
