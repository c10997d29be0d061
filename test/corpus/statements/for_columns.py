# args: m=int32[3,4]
from pylog import *
import numpy as np


@pylog
def for_columns(m):
    out = np.zeros(4, dtype=np.int64)
    for j, col in enumerate(m.T):
        out[j] = col.sum()
        col[0] = 7
    return out
