# args: a=int32[8] n=5
from pylog import *
import numpy as np


@pylog
def dynamic_where(a, n):
    a[:n] = np.where(a[:n] > 0, a[:n], -a[:n]) + np.maximum(a[:n], 3)
    return np.any(a[:n] > 3), np.dot(a[:n], a[:n])
