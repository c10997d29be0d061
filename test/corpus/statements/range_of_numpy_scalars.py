# args: n=int32 m=uint8
# values: n=5 m=3
from pylog import *
import numpy as np


@pylog
def range_of_numpy_scalars(n, m):
    s = np.uint8(0)
    for i in range(n):
        s += i * m
    for i in range(m, n):
        s += i
    for i in range(n - 1, -1, -1):
        s = s * 2 + i
    return s
