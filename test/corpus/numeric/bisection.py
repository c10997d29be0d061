# args: lo=0.0 hi=2.0
from pylog import *
import numpy as np


@pylog
def bisection(lo, hi):
    n = 0
    while hi - lo > 1e-9:
        mid = (lo + hi) / 2
        if mid * mid * mid - mid - 1 < 0:
            lo = mid
        else:
            hi = mid
        n += 1
    return lo, n
