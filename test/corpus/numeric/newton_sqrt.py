# args: x=float64[6]
# range: x=1..100
from pylog import *
import numpy as np


@pylog
def newton_sqrt(x):
    out = np.zeros(6)
    for i in range(6):
        g = x[i]
        for _ in range(12):
            g = 0.5 * (g + x[i] / g)
        out[i] = g
    return out
