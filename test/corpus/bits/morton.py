# args: x=uint16[6] y=uint16[6]
from pylog import *
import numpy as np


@pylog
def morton(x, y):
    def spread(v):
        w = np.uint32(v)
        w = (w | (w << 8)) & 0x00FF00FF
        w = (w | (w << 4)) & 0x0F0F0F0F
        w = (w | (w << 2)) & 0x33333333
        w = (w | (w << 1)) & 0x55555555
        return w

    out = np.zeros(6, dtype=np.uint32)
    for i in range(6):
        out[i] = spread(x[i]) | (spread(y[i]) << 1)
    return out
