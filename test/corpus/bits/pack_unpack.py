# args: nibbles=uint8[16] packed=uint32[2]
# range: nibbles=0..15
from pylog import *
import numpy as np


@pylog
def pack_unpack(nibbles, packed):
    packed[:] = 0
    for i in range(16):
        packed[i // 8] |= np.uint32(nibbles[i]) << (4 * (i % 8))
    out = np.zeros(16, dtype=np.uint8)
    for i in range(16):
        out[i] = (packed[i >> 3] >> (4 * (i & 7))) & 0xF
    return out
