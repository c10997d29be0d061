# args: alpha=1.5 A=float64[5,5] B=float64[5,6]
from pylog import *
import numpy as np


@pylog
def trmm(alpha, A, B):
    for i in range(5):
        for j in range(6):
            for k in range(i + 1, 5):
                B[i, j] += A[k, i] * B[k, j]
            B[i, j] = alpha * B[i, j]
