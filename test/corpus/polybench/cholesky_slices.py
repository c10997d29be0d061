# args: M=float32[5,5]
# range: M=0..1
# sum: 60 of 12
from pylog import *
import numpy as np


@pylog
def cholesky_slices(M):
    A = M + M.T + 10 * np.eye(5, dtype=np.float32)
    A[0, 0] = np.sqrt(A[0, 0])
    for i in range(1, 5):
        for j in range(i):
            A[i, j] -= np.dot(A[i, :j], A[j, :j])
            A[i, j] /= A[j, j]
        A[i, i] -= np.dot(A[i, :i], A[i, :i])
        A[i, i] = np.sqrt(A[i, i])
    return A
