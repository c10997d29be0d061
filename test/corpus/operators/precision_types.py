# PyLog listing 5.
# args: x=int32[6]
# range: x=-20..20
from pylog import *
import numpy as np


@pylog
def precision_types(x):
    a = pl_int8(0)
    b = pl_uint512(0)
    c = pl_fixed(8, 3)(0.0)
    out = np.zeros(6, dtype=np.int64)
    fx = np.zeros(6)
    for i in range(6):
        a = pl_int8(x[i])
        b = pl_uint512(i)
        c = pl_fixed(8, 3)(i * 0.40625)
        out[i] = a * 3 + b
        fx[i] = c
    return out, fx
