# args: a=int32[6] b=int32[6] m=int32[2,3] n=int32[3]
from pylog import *
import numpy as np


@pylog
def dot_anywhere(a, b, m, n):
    """dot is sum(a*b): in conditions, in indices, of matrices, broadcasting."""
    s = dot(a, b) + dot(a[::2], b[1::2]) * 2
    if dot(a, a) > 100:
        s += 1
    t = dot(m, m)
    u = dot(m, n)
    v = a[dot(n, n) % 6]
    w = dot(a, 2)
    return s, t, u, v, w, -dot(m[0], n)
