# args: xs=float64[8] ys=float64[8] q=float64[6]
# range: q=-1..9
from pylog import *
import numpy as np


@pylog
def linear_interpolation(xs, ys, q):
    out = np.zeros(6)
    for i in range(8):
        xs[i] = i * 1.25
    for i in range(6):
        if q[i] <= xs[0]:
            out[i] = ys[0]
        elif q[i] >= xs[-1]:
            out[i] = ys[-1]
        else:
            k = 0
            while xs[k + 1] < q[i]:
                k += 1
            t = (q[i] - xs[k]) / (xs[k + 1] - xs[k])
            out[i] = ys[k] * (1 - t) + ys[k + 1] * t
    return out
