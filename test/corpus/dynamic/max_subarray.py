# args: a=int32[20]
from pylog import *
import numpy as np


@pylog
def max_subarray(a):
    best = cur = a[0]
    start = first = last = 0
    for i in range(1, 20):
        if cur < 0:
            cur = a[i]
            start = i
        else:
            cur = cur + a[i]
        if cur > best:
            best = cur
            first, last = start, i
    return best, first, last
