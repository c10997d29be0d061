# args: adj=uint8[8,8] dist=int32[8]
# values: adj=0,1,0,0,1,0,0,0,1,0,1,0,0,0,0,0,0,1,0,1,0,0,0,0,0,0,1,0,0,1,0,0,1,0,0,0,0,1,0,0,0,0,0,1,1,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0
from pylog import *
import numpy as np


@pylog
def bfs(adj, dist):
    dist[:] = -1
    queue = np.zeros(8, dtype=np.int32)
    dist[0] = 0
    head = 0
    tail = 1
    while head < tail:
        u = queue[head]
        head += 1
        for v in range(8):
            if adj[u, v] and dist[v] < 0:
                dist[v] = dist[u] + 1
                queue[tail] = v
                tail += 1
    return tail
