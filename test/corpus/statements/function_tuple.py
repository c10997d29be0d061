# args: a=float64[9]
from pylog import *
import numpy as np


@pylog
def function_tuple(a):
    def bounds(v):
        lo = v[0]
        hi = v[0]
        for x in v:
            lo = min(lo, x)
            hi = max(hi, x)
        return lo, hi

    lo, hi = bounds(a)
    lo2, hi2 = bounds(a[3:6])
    return hi - lo, hi2 - lo2
