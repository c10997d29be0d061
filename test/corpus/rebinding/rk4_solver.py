# args: y0=float32[3] path=float32[20,3] n=20
# range: y0=-2..2
# Lorenz's equations by the classical Runge-Kutta method; every function gives a new array.
from pylog import *
import numpy as np


def lorenz(y):
    d = np.zeros(3, np.float32)
    d[0] = 10 * (y[1] - y[0])
    d[1] = y[0] * (28 - y[2]) - y[1]
    d[2] = y[0] * y[1] - 2.5 * y[2]
    return d


def rk4(f, y, h):
    k1 = f(y)
    k2 = f(y + h / 2 * k1)
    k3 = f(y + h / 2 * k2)
    k4 = f(y + h * k3)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


@pylog
def rk4_solver(y0, path, n):
    y = y0
    for i in range(n):
        y = rk4(lorenz, y, 0.01)
        path[i] = y
    return y
