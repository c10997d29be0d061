# args: a=int32[12] m=int32[8,8]
from pylog import *
import numpy as np


@pylog
def map_strided_sources(a, m):
    """Offsets count in elements of the origin, whatever the step of the slice."""
    b = plmap(lambda x: x[0] + 10 * x[1], a[::2])
    c = plmap(lambda x: x[-1] * x[1], a[10:0:-3])
    d = plmap(lambda x, y: x[1] - y[0], a[0:6:2], a[6:12:2])
    e = plmap(lambda x: max(max(x[0, 0], x[0, 1]), max(x[1, 0], x[1, 1])), m[::2, ::2])
    return b, c, d, e
