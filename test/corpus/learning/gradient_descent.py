# args: x=float64[10] y=float64[10]
# range: x=-1..1 y=-1..1
from pylog import *
import numpy as np


@pylog
def gradient_descent(x, y):
    w = 0.0
    b = 0.0
    for _ in range(20):
        gw = 0.0
        gb = 0.0
        for xi, yi in zip(x, y):
            e = w * xi + b - yi
            gw += e * xi
            gb += e
        w -= 0.02 * gw
        b -= 0.02 * gb
    return w, b
