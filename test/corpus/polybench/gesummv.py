# args: alpha=1.5 beta=1.2 A=float64[6,6] B=float64[6,6] tmp=float64[6] x=float64[6] y=float64[6]
from pylog import *
import numpy as np


@pylog
def gesummv(alpha, beta, A, B, tmp, x, y):
    for i in range(6):
        tmp[i] = 0.0
        y[i] = 0.0
        for j in range(6):
            tmp[i] = A[i, j] * x[j] + tmp[i]
            y[i] = B[i, j] * x[j] + y[i]
        y[i] = alpha * tmp[i] + beta * y[i]
