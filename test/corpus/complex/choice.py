# args: a=complex64[6] b=complex64[6] m=bool[6]
from pylog import *
import numpy as np


@pylog
def choice(a, b, m):
    w = np.where(m, a, b * 2)
    a[m] = 0
    z = a[0] if m[1] else b[2] / a[3]
    return w, z, a[::-1] + b[::2][0], np.any(a), bool(z)
