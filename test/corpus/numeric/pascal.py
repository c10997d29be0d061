# args: t=int64[8,8]
from pylog import *
import numpy as np


@pylog
def pascal(t):
    t[:] = 0
    t[:, 0] = 1
    for i in range(1, 8):
        t[i, 1 : i + 1] = t[i - 1, :i] + t[i - 1, 1 : i + 1]
    return t[7].sum()
