# args: A=float32[8,8] N=5 M=3 scale=2
# N and M shape arrays, scale does not.
from pylog import *


@pylog
def zeros_of_arguments(A, N: int, M: int, scale: int):
    out = np.zeros((N, M), np.float32)
    ones = np.ones(N * M)
    for i in range(N):
        for j in range(M):
            out[i, j] = A[i, j] * scale + ones[i * M + j]
    return out, np.arange(M), scale
