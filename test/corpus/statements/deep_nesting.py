# args: a=int32[2,3,2,3]
from pylog import *
import numpy as np


@pylog
def deep_nesting(a):
    s = 0
    c = 0
    for i in range(2):
        for j in range(3):
            if (i + j) % 2 == 0:
                for k in range(2):
                    l = 0
                    while l < 3:
                        if a[i, j, k, l] > 0:
                            if a[i, j, k, l] % 2 == 0:
                                s += a[i, j, k, l]
                            else:
                                c += 1
                        l += 1
    return s, c
