# args: alpha=1.5 beta=1.2 C=float32[5,6] A=float32[5,4] B=float32[4,6]
from pylog import *
import numpy as np


@pylog
def gemm(alpha, beta, C, A, B):
    for i in range(5):
        for j in range(6):
            C[i, j] *= beta
        for k in range(4):
            for j in range(6):
                C[i, j] += alpha * A[i, k] * B[k, j]
