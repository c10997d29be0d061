# args: x=float64[6,3] gamma=float64[3] beta=float64[3]
# sum: 60 of 10
from pylog import *
import numpy as np


@pylog
def batchnorm(x, gamma, beta):
    mean = np.mean(x, axis=0)
    var = np.mean((x - mean) ** 2, axis=0)
    return gamma * (x - mean) / np.sqrt(var + 1e-5) + beta
