# args: y0=1.0 h=0.125
from pylog import *
import numpy as np


@pylog
def runge_kutta(y0, h):
    f = lambda t, y: t - y * 0.5
    out = np.zeros(9)
    y = y0
    out[0] = y
    for i in range(8):
        t = i * h
        k1 = f(t, y)
        k2 = f(t + h / 2, y + h * k1 / 2)
        k3 = f(t + h / 2, y + h * k2 / 2)
        k4 = f(t + h, y + h * k3)
        y = y + h * (k1 + 2 * k2 + 2 * k3 + k4) / 6
        out[i + 1] = y
    return out
