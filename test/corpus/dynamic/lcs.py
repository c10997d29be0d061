# args: a=uint8[12] b=uint8[10]
# range: a=0..3 b=0..3
from pylog import *
import numpy as np


@pylog
def lcs(a, b):
    t = np.zeros((13, 11), dtype=np.int32)
    for i in range(1, 13):
        for j in range(1, 11):
            if a[i - 1] == b[j - 1]:
                t[i, j] = t[i - 1, j - 1] + 1
            else:
                t[i, j] = max(t[i - 1, j], t[i, j - 1])
    return t[12, 10], t
