from pylog import *
import numpy as np


@pylog
def symm(
    alpha: "float32",
    beta: "float32",
    C: "float32[200,240]",
    A: "float32[200,200]",
    B: "float32[200,240]",
):
    """C = alpha A B + beta C, with A symmetric, of which the lower triangle is given."""
    for i in range(200):
        for j in range(240):
            temp2 = np.float32(0)
            for k in range(i):
                C[k, j] += alpha * B[i, j] * A[i, k]
                temp2 += B[k, j] * A[i, k]
            C[i, j] = beta * C[i, j] + alpha * B[i, j] * A[i, i] + alpha * temp2
