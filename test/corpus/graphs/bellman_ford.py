# args: src=int32[12] dst=int32[12] w=int32[12]
# range: src=0..5 dst=0..5 w=1..20
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
