# Stores to one row through a table, then a sum over all rows: LLVM 14 lost the former where arrays were restricted.
# args: a=float64[5,2] c=float64[2,2,1]
import numpy as np
from pylog import *


@pylog
def rows_through_a_table(a, c):
    for e0, w0 in zip(a, c):
        w0[np.array([np.int32(127), np.int32(0), np.int32(2), np.int32(127)]) % 2] = a[4, 1]
        e0[1] += 0.25
        c[..., 0] -= a[3:5]
        k = 0
        while k < 3:
            k += 1
            w0.sort()
