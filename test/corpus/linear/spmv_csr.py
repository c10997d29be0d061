# args: rowptr=int32[6] col=int32[9] val=float32[9] x=float32[5]
# values: rowptr=0,2,3,3,7,9 col=0,3,1,0,1,2,4,3,4
# sum: 5 of 100
from pylog import *
import numpy as np


@pylog
def spmv_csr(rowptr, col, val, x):
    y = np.zeros(5, dtype=np.float32)
    for i in range(5):
        s = np.float32(0)
        for k in range(rowptr[i], rowptr[i + 1]):
            s += val[k] * x[col[k]]
        y[i] = s
    return y, spmv(rowptr, col, val, x)
