# args: a=int32[2,3,4] b=int32[3,1] c=int32[4] d=int32[2,1,1]
from pylog import *
import numpy as np


@pylog
def broadcast_3d(a, b, c, d):
    out = np.zeros((2, 3, 4), dtype=np.int32)
    out[:] = a + b * c - d
    out[0] += c
    out[:, 1] = b[2]
    return out, b * c, d * b
