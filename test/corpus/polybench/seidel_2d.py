# args: T=2 A=float64[6,6]
from pylog import *
import numpy as np


@pylog
def seidel_2d(T, A):
    for t in range(T):
        for i in range(1, 5):
            for j in range(1, 5):
                A[i, j] = (
                    A[i - 1, j - 1] + A[i - 1, j] + A[i - 1, j + 1] + A[i, j - 1] + A[i, j]
                    + A[i, j + 1] + A[i + 1, j - 1] + A[i + 1, j] + A[i + 1, j + 1]
                ) / 9.0
