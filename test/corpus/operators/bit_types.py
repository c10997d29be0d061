# args: x=uint32[6] out=uint32[6]
from pylog import *
import numpy as np


@pylog
def bit_types(x, out):
    for i in range(6):
        lo = pl_uint4(x[i] & 15)
        hi = pl_uint12((x[i] >> 4) & 0xFFF)
        acc = pl_uint16(hi * 16 + lo)
        out[i] = np.uint32(acc)
