# args: a=int32[4] b=int32[4] m=int32[3,4] n=3
# A row and a new array change places in a function.
from pylog import *
import numpy as np


def f0(p, q, k):
    s = np.int32(k)
    for i0 in range(2):
        q, p = p, q
    return p + q


@pylog
def views_swap_in_function(a, b, m, n):
    x = a.copy()
    for i0 in range(3):
        x = f0(x * 3, m[i0 % 3], 1)
    return x
