# args: a=uint8[8] b=uint8[8]
from pylog import *
import numpy as np


@pylog
def hamming(a, b):
    d = a ^ b
    total = 0
    for i in range(8):
        x = int(d[i])
        while x != 0:
            total += x & 1
            x >>= 1
    leading = 0
    for k in range(7, -1, -1):
        if a[0] >> k & 1:
            break
        leading += 1
    return total, leading
