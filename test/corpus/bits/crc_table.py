# args: data=uint8[20]
from pylog import *
import numpy as np


@pylog
def crc_table(data):
    table = np.zeros(256, dtype=np.uint32)
    for i in range(256):
        c = i
        for _ in range(8):
            c = (c >> 1) ^ (0xEDB88320 if c & 1 else 0)
        table[i] = c
    crc = 0xFFFFFFFF
    for b in data:
        crc = int(table[(crc ^ int(b)) & 0xFF]) ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF, table
