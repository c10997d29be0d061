# args: x=float32[30]
from pylog import *
import numpy as np


@pylog
def kahan_sum(x):
    s = np.float32(0)
    c = np.float32(0)
    for v in x:
        y = v - c
        t = s + y
        c = (t - s) - y
        s = t
    return s
