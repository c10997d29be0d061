# args: r=float64[7] y=float64[7]
# range: r=0.01..0.1
from pylog import *
import numpy as np


@pylog
def durbin(r, y):
    z = np.zeros(7)
    y[0] = -r[0]
    beta = 1.0
    alpha = -r[0]
    for k in range(1, 7):
        beta = (1 - alpha * alpha) * beta
        total = 0.0
        for i in range(k):
            total += r[k - i - 1] * y[i]
        alpha = -(r[k] + total) / beta
        for i in range(k):
            z[i] = y[i] + alpha * y[k - i - 1]
        y[:k] = z[:k]
        y[k] = alpha
