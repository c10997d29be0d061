# args: x=int32[16]
from pylog import *
import numpy as np


@pylog
def autocorrelation(x):
    r = np.zeros(5, dtype=np.int64)
    for lag in range(5):
        r[lag] = np.dot(x[: 16 - lag], x[lag:])
    return r
