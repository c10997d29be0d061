# A chain of bits unrolled.
# args: data=uint8[16]
import numpy as np
from pylog import *


@pylog
def crc_of_bytes(data):
    c = np.uint32(0xFFFFFFFF)
    for i in range(16):
        c ^= data[i]
        for k in range(8).unroll():
            c = (c >> 1) ^ 0xEDB88320 if c & 1 else c >> 1
    return c ^ 0xFFFFFFFF
