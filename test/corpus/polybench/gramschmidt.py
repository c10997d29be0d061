# args: A=float64[6,4] Q=float64[6,4] R=float64[4,4]
from pylog import *
import numpy as np


@pylog
def gramschmidt(A, Q, R):
    for k in range(4):
        nrm = 0.0
        for i in range(6):
            nrm += A[i, k] * A[i, k]
        R[k, k] = math.sqrt(nrm)
        for i in range(6):
            Q[i, k] = A[i, k] / R[k, k]
        for j in range(k + 1, 4):
            R[k, j] = 0.0
            for i in range(6):
                R[k, j] += Q[i, k] * A[i, j]
            for i in range(6):
                A[i, j] = A[i, j] - Q[i, k] * R[k, j]
