# args: alpha=1.5 beta=1.2 A=float64[5,5] u1=float64[5] v1=float64[5] u2=float64[5] v2=float64[5] w=float64[5] x=float64[5] y=float64[5] z=float64[5]
from pylog import *
import numpy as np


@pylog
def gemver(alpha, beta, A, u1, v1, u2, v2, w, x, y, z):
    A += np.outer(u1, v1) + np.outer(u2, v2)
    for i in range(5):
        for j in range(5):
            x[i] = x[i] + beta * A[j, i] * y[j]
    x += z
    for i in range(5):
        for j in range(5):
            w[i] = w[i] + alpha * A[i, j] * x[j]
