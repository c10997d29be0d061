# args: data=uint8[16]
from pylog import *
import numpy as np


def entry(i):
    for _ in range(8):
        i = (i >> 1) ^ (0xEDB88320 if i & 1 else 0)
    return i


def powers():
    table = [1] * 8
    for i in range(1, 8):
        table[i] = table[i - 1] * 3 % 17
    return table


CHECK = np.array([entry(i) for i in range(256)], dtype=np.uint32)
POWERS = powers()


@pylog
def module_tables_by_functions(data):
    c = np.uint32(0xFFFFFFFF)
    total = 0
    for i in range(16):
        c = CHECK[(c ^ data[i]) & 255] ^ (c >> 8)
        total += POWERS[i % 8]
    return c ^ np.uint32(0xFFFFFFFF), total
