# args: m=int32[3,4] v=int32[3]
from pylog import *
import numpy as np


@pylog
def for_zip_rows(m, v):
    for row, k in zip(m, v):
        row += k
    s = 0
    for r1, r2 in zip(m[:-1], m[1:]):
        s += np.sum(r1 * r2)
    return s
