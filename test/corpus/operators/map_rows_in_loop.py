# args: m=int32[5,6]
from pylog import *
import numpy as np


@pylog
def map_rows_in_loop(m):
    out = np.zeros((5, 6), dtype=np.int32)
    for i in range(5):
        out[i] = plmap(lambda x: x[-1] + x[1], m[i])
    for i in range(1, 4):
        out[i] += plmap(lambda x: x[-1, 0] + x[1, 0], m[i])
    for r in m:
        r[:] = plmap(lambda x: x[1], r)
    return out
