# args: a=int32[8] b=int32[8]
# range: a=0..9 b=0..9
from pylog import *
import numpy as np


@pylog
def union_find(a, b):
    parent = np.arange(10)

    def find(p, x):
        while p[x] != x:
            p[x] = p[p[x]]
            x = p[x]
        return x

    sets = 10
    for x, y in zip(a, b):
        rx = find(parent, np.int64(x))
        ry = find(parent, np.int64(y))
        if rx != ry:
            parent[rx] = ry
            sets -= 1
    return sets, parent
