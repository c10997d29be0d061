# args: a=int32[4,5] f=float64[4,5]
# sum: 20
from pylog import *
import numpy as np


@pylog
def full(a, f):
    return np.sum(a), np.max(a), np.min(a), np.mean(a), np.argmax(a), np.argmin(a), np.sum(f), np.max(f), np.mean(f), a.sum(), f.max()
