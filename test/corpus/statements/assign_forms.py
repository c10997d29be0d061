# args: a=int32[6] b=int32[6]
from pylog import *
import numpy as np


@pylog
def assign_forms(a, b):
    """Chained, tuple and nested tuple assignment, all right sides first."""
    x = y = a[0] + 1
    p, q = a[1], b[1]
    (r, s), t = (a[2], b[2]), 7
    p, q = q, p
    b[0], b[1] = b[1], b[0]
    a[0] = a[1] = x + y
    return x, y, p, q, r + s, t
