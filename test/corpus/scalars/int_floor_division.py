# args: a=int32[10] b=int32[10]
# values: a=7,-7,7,-7,0,2147483647,-2147483648,-2147483648,5,-1 b=2,2,-2,-2,5,-1,1,-1,0,0
from pylog import *
import numpy as np


@pylog
def int_floor_division(a, b):
    """NumPy: floors, wraps at the edge, zero by zero."""
    q = np.zeros(10, dtype=np.int32)
    r = np.zeros(10, dtype=np.int32)
    for i in range(10):
        q[i] = a[i] // b[i]
        r[i] = a[i] % b[i]
    return q, r, a // b, a % b, np.fmod(a, b)
