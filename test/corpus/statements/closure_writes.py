# args: a=int32[4]
from pylog import *
import numpy as np


@pylog
def closure_writes(a):
    buf = np.zeros(4, dtype=np.int32)

    def put(i, x):
        buf[i] = x

    for i in range(4):
        put(i, a[3 - i])
    return buf
