# args: a=int32[7] m=int32[5,5]
from pylog import *
import numpy as np


@pylog
def map_window_body(a, m):
    """The body may be an array."""
    w = plmap(lambda x: x[-1:2], a)
    s = plmap(lambda x: x[-1:2] * 2 + x, a)
    p = plmap(lambda x: x[-1:2, 0], m[1:-1])
    r = plmap(lambda x: x[0, :] - x[:, 0], m)
    return w, s, p, r
