# args: M=float64[6,6]
# range: M=0..1
from pylog import *
import numpy as np


@pylog
def cholesky(M):
    A = np.zeros((6, 6))
    for i in range(6):
        for j in range(6):
            A[i, j] = M[i, j] + M[j, i]
        A[i, i] += 12.0
    for i in range(6):
        for j in range(i):
            for k in range(j):
                A[i, j] -= A[i, k] * A[j, k]
            A[i, j] /= A[j, j]
        for k in range(i):
            A[i, i] -= A[i, k] * A[i, k]
        A[i, i] = np.sqrt(A[i, i])
    return np.tril(A)
