# args: a=float64[5,5] b=float64[5]
# range: a=1..9
from pylog import *
import numpy as np


@pylog
def gaussian_elimination(a, b):
    """Partial pivoting, row operations on slices."""
    n = 5
    for k in range(n):
        p = k
        for i in range(k + 1, n):
            if abs(a[i, k]) > abs(a[p, k]):
                p = i
        if p != k:
            t = a[k].copy()
            a[k] = a[p]
            a[p] = t
            b[k], b[p] = b[p], b[k]
        for i in range(k + 1, n):
            f = a[i, k] / a[k, k]
            a[i, k:] -= f * a[k, k:]
            b[i] -= f * b[k]
    x = np.zeros(n)
    for i in range(n - 1, -1, -1):
        s = b[i]
        for j in range(i + 1, n):
            s -= a[i, j] * x[j]
        x[i] = s / a[i, i]
    return x
