# args: a=float64[8] b=float64[8] c=float64[8] d=float64[8]
# range: a=0.5..1 b=4..5 c=0.5..1
from pylog import *
import numpy as np


@pylog
def thomas(a, b, c, d):
    n = 8
    for i in range(1, n):
        m = a[i] / b[i - 1]
        b[i] -= m * c[i - 1]
        d[i] -= m * d[i - 1]
    x = np.zeros(n)
    x[-1] = d[-1] / b[-1]
    for i in range(n - 2, -1, -1):
        x[i] = (d[i] - c[i] * x[i + 1]) / b[i]
    return x
