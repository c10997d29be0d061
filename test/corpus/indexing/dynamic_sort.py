# args: a=int32[8] n=5
from pylog import *
import numpy as np


@pylog
def dynamic_sort(a, n):
    a[:n] = np.sort(a[:n])
    a[n:] = a[n:][::-1]
    return np.cumsum(a[:n])[-1]
