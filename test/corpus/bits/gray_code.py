# args: n=16 out=int32[16]
from pylog import *
import numpy as np


@pylog
def gray_code(n, out):
    for i in range(n):
        out[i] = i ^ (i >> 1)
    back = out.copy()
    s = 8
    while s > 0:
        back ^= back >> s
        s >>= 1
    return back
