# args: data=uint8[16]
from pylog import *
import numpy as np


@pylog
def crc32(data):
    crc = np.uint32(0xFFFFFFFF)
    for b in data:
        crc ^= np.uint32(b)
        for _ in range(8):
            if crc & 1:
                crc = (crc >> 1) ^ np.uint32(0xEDB88320)
            else:
                crc >>= 1
    return ~crc
