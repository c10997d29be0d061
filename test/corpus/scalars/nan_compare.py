# args: f=float64[6]
# values: f=nan,inf,-inf,0.0,-0.0,1.5
from pylog import *
import numpy as np


@pylog
def nan_compare(f):
    n = 0
    for x in f:
        if x != x:
            n += 1
        if x < 1:
            n += 10
        if not x >= 1:
            n += 100
        if x == 0:
            n += 1000
    return n, f == f, f < f[1], np.isnan(f), np.isinf(f), np.isfinite(f)
