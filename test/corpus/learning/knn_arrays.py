# args: train=float64[8,4] query=float64[4]
# sum: 4 of 400
from pylog import *
import numpy as np


@pylog
def knn_arrays(train, query):
    diff = train - query
    d = np.sum(diff * diff, axis=1)
    return np.argmin(d), d
