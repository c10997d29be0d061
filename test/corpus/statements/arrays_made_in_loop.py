# args: a=int32[4]
from pylog import *
import numpy as np


@pylog
def arrays_made_in_loop(a):
    total = np.zeros(4, dtype=np.int32)
    for i in range(4):
        t = np.zeros(4, dtype=np.int32)
        t[i] = a[i]
        u = t
        u[0] += 1
        total += t
    return total, t
