# args: a=int32[16]
from pylog import *
import numpy as np


@pylog
def merge_bottom_up(a):
    tmp = np.zeros_like(a)
    width = 1
    while width < 16:
        for lo in range(0, 16, 2 * width):
            mid = min(lo + width, 16)
            hi = min(lo + 2 * width, 16)
            i = lo
            j = mid
            for k in range(lo, hi):
                if i < mid and (j >= hi or a[i] <= a[j]):
                    tmp[k] = a[i]
                    i += 1
                else:
                    tmp[k] = a[j]
                    j += 1
        a[:] = tmp
        width *= 2
