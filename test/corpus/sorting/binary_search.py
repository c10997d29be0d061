# args: a=int32[20] keys=int32[8] out=int32[8]
from pylog import *
import numpy as np


@pylog
def binary_search(a, keys, out):
    a[:] = np.sort(a)
    keys[0] = a[7]
    keys[3] = a[0]
    keys[5] = a[-1]
    for k in range(8):
        lo = 0
        hi = 19
        pos = -1
        while lo <= hi:
            mid = (lo + hi) // 2
            if a[mid] == keys[k]:
                pos = mid
                break
            elif a[mid] < keys[k]:
                lo = mid + 1
            else:
                hi = mid - 1
        out[k] = pos
