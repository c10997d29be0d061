# args: src=int32[12] dst=int32[12] w=int32[12]
# range: w=1..20
# values: src=3,0,1,4,2,0,5,1,2,3,4,5 dst=4,3,2,5,1,1,2,4,5,1,0,3
from pylog import *
import numpy as np


@pylog
def bellman_ford(src, dst, w):
    dist = np.full(6, 9999)
    dist[0] = 0
    for _ in range(5):
        changed = False
        for u, v, c in zip(src, dst, w):
            if dist[u] + c < dist[v]:
                dist[v] = dist[u] + c
                changed = True
        if not changed:
            break
    return dist
