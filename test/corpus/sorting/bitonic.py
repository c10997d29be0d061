# args: a=int32[16]
from pylog import *
import numpy as np


@pylog
def bitonic(a):
    k = 2
    while k <= 16:
        j = k >> 1
        while j > 0:
            for i in range(16):
                l = i ^ j
                if l > i:
                    up = (i & k) == 0
                    if (up and a[i] > a[l]) or (not up and a[i] < a[l]):
                        a[i], a[l] = a[l], a[i]
            j >>= 1
        k <<= 1
