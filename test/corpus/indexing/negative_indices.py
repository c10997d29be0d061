# args: a=int32[6] m=int32[3,4]
from pylog import *
import numpy as np


@pylog
def negative_indices(a, m):
    a[-1] = a[-6] + a[-2]
    m[-1, -2] = 9
    m[-2] = m[-3]
    i = -3
    a[i] = 50
    for k in range(-1, -4, -1):
        m[0, k] += k
    return a[-1], m[-1, -1], m[-1], m[:, -1]
