# args: a=int32[4] b=int32[4] m=int32[3,4] n=3
# Both results may be the first argument.
from pylog import *
import numpy as np


def f0(p, q, k):
    p[0] += k + 1
    s = np.int32(k)
    p[0] = p[2]
    if p[0] > p[1] and p[0] > 1:
        return p, q
    return p, p


@pylog
def results_share_argument(a, b, m, n):
    x = a
    y = a.copy()
    z = a.copy()
    s = np.int32(0)
    x, y = f0(x, x * 3, 1)
    x[0] = y[0]
    return x, y, z, s
