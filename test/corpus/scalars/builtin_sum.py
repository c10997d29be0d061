# args: a=int16[7] f=float32[7]
from pylog import *
import numpy as np


@pylog
def builtin_sum(a, f):
    """The builtin adds one by one in the element type; np.sum widens."""
    s = sum(a)
    t = sum(f)
    u = sum(a[::2]) + sum(a[1::2])
    n = np.sum(a)
    return s, t, u, n
