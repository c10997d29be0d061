# args: a=int32[6,6]
from pylog import *
import numpy as np


@pylog
def triangular_loops(a):
    s = 0
    for i in range(6):
        for j in range(i):
            a[i, j] = a[j, i]
        for j in range(i + 1, 6):
            s += a[i, j]
        for j in range(5, i - 1, -1):
            s -= a[j, i]
    return s
