# args: a=int32[8] b=int32[8] f=float32[8]
# range: a=-3..3 b=-3..3 f=-3..3
from pylog import *
import numpy as np


@pylog
def comparisons(a, b, f):
    n = 0
    for i in range(8):
        if a[i] < b[i]:
            n += 1
        if a[i] <= b[i]:
            n += 10
        if a[i] == b[i]:
            n += 100
        if a[i] != b[i]:
            n += 1000
        if f[i] > a[i]:
            n += 10000
        if f[i] >= 0:
            n += 100000
    return n, a < b, a <= b, a == b, a != b, a > f, f >= 0.5, a[0] < 2, f[0] == f[0]
