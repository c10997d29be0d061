# args: m=float64[3,4] n=float64[4,5] v=float64[4] w=float64[3] t=float64[2,3,4]
# sum: 4 of 100
from pylog import *
import numpy as np


@pylog
def matmul_ranks(m, n, v, w, t):
    return m @ n, m @ v, w @ m, np.matmul(t, n), t @ v, np.dot(m, n), np.matmul(m.T, w), n.T @ m.T, m.dot(v)
