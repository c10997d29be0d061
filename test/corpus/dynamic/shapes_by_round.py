# args: a=float64[8] n=3
from pylog import *
import numpy as np


def halves(x, rounds):
    for _ in range(rounds):
        x = (x[::2] + x[1::2]) / 2
    return x


@pylog
def shapes_by_round(a, n):
    x = a.copy()
    for i in range(n):
        x = x[::2] - x[1::2]
    sums = np.zeros(4)
    for i in range(4):
        part = np.zeros((i + 1, 2))
        part[:, 0] = a[: i + 1]
        sums[i] = part.sum()
    y = a * 2
    for k in range(3):
        y = y.reshape((2**k, -1))
        y[0] = k
        y = y.ravel()
    return x, sums, y, halves(a, 2)
