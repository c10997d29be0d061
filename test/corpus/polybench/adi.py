# args: u=float64[6,6] T=2
# range: u=0..1
from pylog import *
import numpy as np


@pylog
def adi(u, T):
    """Tridiagonal solves, columns then rows."""
    n = 6
    v = np.zeros((n, n))
    p = np.zeros((n, n))
    q = np.zeros((n, n))
    a = -0.4
    b = 1.0 - 2 * a
    for t in range(T):
        for i in range(1, n - 1):
            v[0, i] = 1.0
            p[i, 0] = 0.0
            q[i, 0] = v[0, i]
            for j in range(1, n - 1):
                p[i, j] = -a / (a * p[i, j - 1] + b)
                q[i, j] = (-a * u[j, i - 1] + (1.0 + 2.0 * a) * u[j, i] - a * u[j, i + 1] - a * q[i, j - 1]) / (a * p[i, j - 1] + b)
            v[n - 1, i] = 1.0
            for j in range(n - 2, 0, -1):
                v[j, i] = p[i, j] * v[j + 1, i] + q[i, j]
        u[1:-1, 1:-1] = v[1:-1, 1:-1]
    return v
