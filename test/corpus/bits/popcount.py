# args: x=uint32[12] out=int32[12]
# range: x=0..4294967295
from pylog import *
import numpy as np


@pylog
def popcount(x, out):
    for i in range(12):
        v = x[i]
        v = v - ((v >> 1) & 0x55555555)
        v = (v & 0x33333333) + ((v >> 2) & 0x33333333)
        v = (v + (v >> 4)) & 0x0F0F0F0F
        out[i] = (v * 0x01010101) >> 24
