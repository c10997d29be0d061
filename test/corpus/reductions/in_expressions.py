# args: a=float64[8] b=int32[8]
# range: a=1..9
# sum: 16
from pylog import *
import numpy as np


@pylog
def in_expressions(a, b):
    n = a / np.sum(a)
    z = (a - a.mean()) / 2
    m = b * (b == np.max(b)) + np.min(b)
    s = np.sum(a * a) / len(a) - np.mean(a) ** 2
    if np.sum(b) > 0:
        s = s + 1
    return n, z, m, s, np.sum(np.abs(b)) * 2, np.sum(a > 5)
