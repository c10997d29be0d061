# args: w=int32[7,7]
# range: w=1..50
from pylog import *
import numpy as np


@pylog
def dijkstra(w):
    inf = 1000000
    dist = np.full(7, inf, dtype=np.int32)
    done = np.zeros(7, dtype=bool)
    dist[0] = 0
    for _ in range(7):
        u = -1
        best = inf + 1
        for v in range(7):
            if not done[v] and dist[v] < best:
                best = dist[v]
                u = v
        done[u] = True
        for v in range(7):
            if u != v and dist[u] + w[u, v] < dist[v]:
                dist[v] = dist[u] + w[u, v]
    return dist
