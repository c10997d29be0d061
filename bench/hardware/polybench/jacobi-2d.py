from pylog import *
import numpy as np


@pylog
def jacobi_2d(A: "float32[250,250]", B: "float32[250,250]"):
    """The mean of five neighbours, from A to B and back, 100 times."""
    for t in range(100):
        for i in range(1, 249):
            for j in range(1, 249):
                B[i, j] = 0.2 * (A[i, j] + A[i, j - 1] + A[i, j + 1] + A[i + 1, j] + A[i - 1, j])
        for i in range(1, 249):
            for j in range(1, 249):
                A[i, j] = 0.2 * (B[i, j] + B[i, j - 1] + B[i, j + 1] + B[i + 1, j] + B[i - 1, j])
