# args: A=float64[6,6]
# range: A=1..3
from pylog import *
import numpy as np


@pylog
def lu(A):
    for i in range(6):
        A[i, i] += 20
    for i in range(6):
        for j in range(i):
            for k in range(j):
                A[i, j] -= A[i, k] * A[k, j]
            A[i, j] /= A[j, j]
        for j in range(i, 6):
            for k in range(i):
                A[i, j] -= A[i, k] * A[k, j]
