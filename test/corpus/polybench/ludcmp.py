# args: A=float64[5,5] b=float64[5]
# range: A=1..2
from pylog import *
import numpy as np


@pylog
def ludcmp(A, b):
    n = len(b)
    x = np.zeros_like(b)
    y = np.zeros_like(b)
    for i in range(n):
        A[i, i] += 10
    for i in range(n):
        for j in range(i):
            w = A[i, j]
            for k in range(j):
                w -= A[i, k] * A[k, j]
            A[i, j] = w / A[j, j]
        for j in range(i, n):
            w = A[i, j]
            for k in range(i):
                w -= A[i, k] * A[k, j]
            A[i, j] = w
    for i in range(n):
        w = b[i]
        for j in range(i):
            w -= A[i, j] * y[j]
        y[i] = w
    for i in range(n - 1, -1, -1):
        w = y[i]
        for j in range(i + 1, n):
            w -= A[i, j] * x[j]
        x[i] = w / A[i, i]
    return x
