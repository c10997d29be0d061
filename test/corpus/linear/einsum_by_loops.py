# args: a=int32[2,3,4] b=int32[4,3,2]
from pylog import *
import numpy as np


@pylog
def einsum_by_loops(a, b):
    c = np.zeros((2, 2), dtype=np.int64)
    for i in range(2):
        for l in range(2):
            for j in range(3):
                for k in range(4):
                    c[i, l] += a[i, j, k] * b[k, j, l]
    return c
