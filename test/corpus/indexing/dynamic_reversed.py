# args: a=int32[9] i=6
from pylog import *
import numpy as np


@pylog
def dynamic_reversed(a, i):
    b = np.zeros(9, dtype=np.int32)
    b[:i] = a[i - 1 :: -1]
    b[i:] = a[:i-1:-1]
    return b
