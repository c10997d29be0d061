# args: m=float64[4,4]
# range: m=0..1
# sum: 400 of 4
from pylog import *
import numpy as np


@pylog
def power_iteration(m):
    v = np.ones(4)
    lam = 0.0
    for _ in range(10):
        w = m @ v
        lam = np.sqrt(np.sum(w * w))
        v = w / lam
    return lam, v
