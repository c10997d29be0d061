# args: a=int64[4] u=uint64[3]
# values: a=9007199254740993,-9007199254740993,9223372036854775807,16777217 u=18446744073709551615,9007199254740993,9223372036854777857
from pylog import *
import numpy as np


@pylog
def int_to_float_precision(a, u):
    x = a[0] + 0.0
    y = a[0] / 1
    return x, y, a.astype(np.float64), a.astype(np.float32), u.astype(np.float64), u.astype(np.float32), float(a[2])
