# args: a=int32[15]
from pylog import *
import numpy as np


@pylog
def quick_iterative(a):
    stack = np.zeros(32, dtype=np.int32)
    top = 0
    stack[0] = 0
    stack[1] = 14
    top = 2
    while top > 0:
        top -= 2
        lo = stack[top]
        hi = stack[top + 1]
        if lo >= hi:
            continue
        pivot = a[hi]
        i = lo
        for j in range(lo, hi):
            if a[j] < pivot:
                a[i], a[j] = a[j], a[i]
                i += 1
        a[i], a[hi] = a[hi], a[i]
        stack[top] = lo
        stack[top + 1] = i - 1
        stack[top + 2] = i + 1
        stack[top + 3] = hi
        top += 4
