# args: a=int32[20] idx=uint8[8] off=int16
# range: idx=0..9 off=0..3
from pylog import *
import numpy as np


@pylog
def index_expressions(a, idx, off):
    s = 0
    for i in range(8):
        s += a[idx[i] * 2 + 1]
        s -= a[idx[i] + off]
        s += a[(i * 7 + 3) % 20]
        a[idx[i] // 2] += 1
        s ^= a[-1 - i]
    return s
