# args: out=uint16[16] start=44257
from pylog import *
import numpy as np


@pylog
def lfsr(out, start):
    s = np.uint16(start)
    for i in range(16):
        bit = (s ^ (s >> 2) ^ (s >> 3) ^ (s >> 5)) & 1
        s = (s >> 1) | (bit << 15)
        out[i] = s
