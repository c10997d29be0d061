# args: a=int32[5] b=int32[6] c=int32[11]
from pylog import *
import numpy as np


@pylog
def merge_two(a, b, c):
    a.sort()
    b[:] = np.sort(b)
    i = j = k = 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            c[k] = a[i]
            i += 1
        else:
            c[k] = b[j]
            j += 1
        k += 1
    while i < len(a):
        c[k] = a[i]
        i += 1
        k += 1
    while j < len(b):
        c[k] = b[j]
        j += 1
        k += 1
