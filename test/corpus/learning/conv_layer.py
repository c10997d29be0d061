# args: x=int8[2,6,6] w=int8[3,2,3,3] b=int32[3] out=int32[3,4,4]
from pylog import *
import numpy as np


@pylog
def conv_layer(x, w, b, out):
    for k in range(3):
        for i in range(4):
            for j in range(4):
                acc = b[k]
                for c in range(2):
                    for di in range(3):
                        for dj in range(3):
                            acc += np.int32(x[c, i + di, j + dj]) * w[k, c, di, dj]
                out[k, i, j] = max(acc, np.int32(0))
