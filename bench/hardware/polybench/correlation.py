from pylog import *
import numpy as np


@pylog
def correlation(
    float_n: "float32",
    data: "float32[260,240]",
    corr: "float32[240,240]",
    mean: "float32[240]",
    stddev: "float32[240]",
):
    """How the columns of a table go with each other."""
    eps = np.float32(0.1)
    for j in range(240):
        mean[j] = 0.0
        for i in range(260):
            mean[j] += data[i, j]
        mean[j] /= float_n
    for j in range(240):
        stddev[j] = 0.0
        for i in range(260):
            stddev[j] += (data[i, j] - mean[j]) * (data[i, j] - mean[j])
        stddev[j] /= float_n
        stddev[j] = np.sqrt(stddev[j])
        stddev[j] = 1.0 if stddev[j] <= eps else stddev[j]
    for i in range(260):
        for j in range(240):
            data[i, j] -= mean[j]
            data[i, j] /= np.sqrt(float_n) * stddev[j]
    for i in range(239):
        corr[i, i] = 1.0
        for j in range(i + 1, 240):
            corr[i, j] = 0.0
            for k in range(260):
                corr[i, j] += data[k, i] * data[k, j]
            corr[j, i] = corr[i, j]
    corr[239, 239] = 1.0
