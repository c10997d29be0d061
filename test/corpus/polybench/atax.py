# args: A=float64[5,6] x=float64[6] y=float64[6] tmp=float64[5]
from pylog import *
import numpy as np


@pylog
def atax(A, x, y, tmp):
    y[:] = 0.0
    for i in range(5):
        tmp[i] = 0.0
        for j in range(6):
            tmp[i] = tmp[i] + A[i, j] * x[j]
        for j in range(6):
            y[j] = y[j] + A[i, j] * tmp[i]
