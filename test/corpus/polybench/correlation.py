# args: data=float64[7,4]
# sum: 400 of 10
from pylog import *
import numpy as np


@pylog
def correlation(data):
    n = 7.0
    mean = np.sum(data, axis=0) / n
    stddev = np.sqrt(np.sum((data - mean) ** 2, axis=0) / n)
    stddev[stddev <= 0.1] = 1.0
    z = (data - mean) / (math.sqrt(n) * stddev)
    corr = np.eye(4)
    for i in range(3):
        for j in range(i + 1, 4):
            s = 0.0
            for k in range(7):
                s += z[k, i] * z[k, j]
            corr[i, j] = s
            corr[j, i] = s
    return corr, mean, stddev
