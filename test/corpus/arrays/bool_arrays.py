# args: p=bool[6] q=bool[6] a=int32[6]
from pylog import *
import numpy as np


@pylog
def bool_arrays(p, q, a):
    r = p & ~q
    n = 0
    for x in p:
        if x:
            n += 1
    s = p + q
    t = p * a
    p[0] = not p[0]
    q[:] = a > 0
    return r, n, s, t, p == q, p.astype(np.int32) - q, np.sum(p)
