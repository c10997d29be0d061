# args: data=float64[6,5] cov=float64[5,5]
from pylog import *
import numpy as np


@pylog
def covariance(data, cov):
    n = 6.0
    mean = np.zeros(5)
    for j in range(5):
        for i in range(6):
            mean[j] += data[i, j]
        mean[j] /= n
    data -= mean
    for i in range(5):
        for j in range(i, 5):
            cov[i, j] = 0.0
            for k in range(6):
                cov[i, j] += data[k, i] * data[k, j]
            cov[i, j] /= n - 1.0
            cov[j, i] = cov[i, j]
