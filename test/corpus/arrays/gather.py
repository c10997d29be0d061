# args: table=float32[16] idx=int32[10] m=int32[4,5] rows=int64[3]
# range: idx=-16..15 rows=0..3
from pylog import *
import numpy as np


@pylog
def gather(table, idx, m, rows):
    a = table[idx]
    b = table[idx] * 2 + idx
    c = m[rows]
    d = m[:, rows]
    e = np.take(table, idx)
    return a, b, c, d, e
