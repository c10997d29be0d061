# args: T=2 A=float64[7,8] B=float64[7,8]
from pylog import *
import numpy as np


@pylog
def jacobi_2d(T, A, B):
    for t in range(T):
        for i in range(1, 6):
            for j in range(1, 7):
                B[i, j] = 0.2 * (A[i, j] + A[i, j - 1] + A[i, 1 + j] + A[1 + i, j] + A[i - 1, j])
        A[1:-1, 1:-1] = 0.2 * (B[1:-1, 1:-1] + B[1:-1, :-2] + B[1:-1, 2:] + B[2:, 1:-1] + B[:-2, 1:-1])
