# args: alpha=1.5 beta=1.2 tmp=float32[4,5] A=float32[4,6] B=float32[6,5] C=float32[5,3] D=float32[4,3]
from pylog import *
import numpy as np


@pylog
def two_mm(alpha, beta, tmp, A, B, C, D):
    for i in range(4):
        for j in range(5):
            tmp[i, j] = 0.0
            for k in range(6):
                tmp[i, j] += alpha * A[i, k] * B[k, j]
    for i in range(4):
        for j in range(3):
            D[i, j] *= beta
            for k in range(5):
                D[i, j] += tmp[i, k] * C[k, j]
