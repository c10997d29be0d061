# args: A=float64[6,5] s=float64[5] q=float64[6] p=float64[5] r=float64[6]
from pylog import *
import numpy as np


@pylog
def bicg(A, s, q, p, r):
    s[:] = 0
    for i in range(6):
        q[i] = 0.0
        for j in range(5):
            s[j] += r[i] * A[i, j]
            q[i] += A[i, j] * p[j]
