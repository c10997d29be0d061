# args: x=uint8[10]
from pylog import *
import numpy as np


@pylog
def parity_reverse(x):
    p = x ^ (x >> 4)
    p ^= p >> 2
    p ^= p >> 1
    r = ((x & 0xF0) >> 4) | ((x & 0x0F) << 4)
    r = ((r & 0xCC) >> 2) | ((r & 0x33) << 2)
    r = ((r & 0xAA) >> 1) | ((r & 0x55) << 1)
    return p & 1, r
