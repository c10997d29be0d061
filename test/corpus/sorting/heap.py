# args: a=int32[13]
from pylog import *
import numpy as np


@pylog
def heap(a):
    def sift(v, start, end):
        root = start
        while 2 * root + 1 < end:
            child = 2 * root + 1
            if child + 1 < end and v[child] < v[child + 1]:
                child += 1
            if v[root] >= v[child]:
                return
            v[root], v[child] = v[child], v[root]
            root = child

    n = len(a)
    for start in range(n // 2 - 1, -1, -1):
        sift(a, start, n)
    for end in range(n - 1, 0, -1):
        a[0], a[end] = a[end], a[0]
        sift(a, 0, end)
