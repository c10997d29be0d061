# args: alpha=1.5 beta=1.2 C=float64[5,5] A=float64[5,4] B=float64[5,4]
from pylog import *
import numpy as np


@pylog
def syr2k(alpha, beta, C, A, B):
    for i in range(5):
        for j in range(i + 1):
            C[i, j] *= beta
        for k in range(4):
            for j in range(i + 1):
                C[i, j] += A[j, k] * alpha * B[i, k] + B[j, k] * alpha * A[i, k]
