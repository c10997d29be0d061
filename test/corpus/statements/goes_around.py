# args: c=2.0 a=float32[6]
import numpy as np
from pylog import *


@pylog
def goes_around(c, a):
    """A loop whose condition holds at first leaves its names set."""
    f = lambda x: x**3 - x - c
    lo, hi = 0.0, 4.0
    while hi - lo > 1e-6:
        mid = 0.5 * (lo + hi)
        if f(lo) * f(mid) < 0:
            hi = mid
        else:
            lo = mid
    k = 0
    while k < len(a):
        last = a[k]
        k += 1
        if last > 5:
            break
    return mid, last
