# args: u0=float32[18,18] steps=7
# Heat in a plate by Jacobi's method: two arrays that change places after each step.
from pylog import *
import numpy as np


@pylog
def heat(u0, steps):
    u = u0.copy()
    v = u0.copy()
    for t in range(steps):
        v[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])
        u, v = v, u
    change = np.max(np.abs(u - v))
    return u, change
