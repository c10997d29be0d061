# args: m=int64[3,3]
# range: m=0..3
from pylog import *
import numpy as np


@pylog
def matrix_power(m):
    r = np.eye(3, dtype=np.int64)
    b = m.copy()
    n = 13
    while n > 0:
        if n & 1:
            r = r @ b
        b = b @ b
        n >>= 1
    return r
