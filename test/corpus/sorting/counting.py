# args: a=uint8[24] out=uint8[24]
# range: a=0..15
from pylog import *
import numpy as np


@pylog
def counting(a, out):
    count = np.zeros(16, dtype=np.int32)
    for x in a:
        count[x] += 1
    start = np.zeros(16, dtype=np.int32)
    start[1:] = np.cumsum(count)[:-1]
    for x in a:
        out[start[x]] = x
        start[x] += 1
    return count
