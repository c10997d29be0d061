# args: alpha=1.5 beta=1.2 C=float64[4,5] A=float64[4,4] B=float64[4,5]
from pylog import *
import numpy as np


@pylog
def symm(alpha, beta, C, A, B):
    for i in range(4):
        for j in range(5):
            temp2 = 0.0
            for k in range(i):
                C[k, j] += alpha * B[i, j] * A[i, k]
                temp2 += B[k, j] * A[i, k]
            C[i, j] = beta * C[i, j] + alpha * B[i, j] * A[i, i] + alpha * temp2
