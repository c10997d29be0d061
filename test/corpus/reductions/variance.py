# args: a=float64[16] m=float64[4,6]
# sum: 32 of 100
from pylog import *
import numpy as np


@pylog
def variance(a, m):
    return np.var(a), np.std(a), np.var(m, axis=0), np.std(m, axis=1), np.sqrt(np.mean((a - np.mean(a)) ** 2))
