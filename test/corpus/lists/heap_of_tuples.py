# args: w=int64[6,6] x=float64[6,6] s=0
# range: w=0..9
# Dijkstra with heapq, of integers and of floats: a heap of tuples that has CPython's order.
import heapq
import heapq as hq
import numpy as np
from pylog import *


def nearest(x, s):
    n = len(x)
    dist = [float("inf")] * n
    prev = [-1] * n
    done = [False] * n
    dist[s] = 0.0
    heap = []
    hq.heappush(heap, (0.0, s))
    while len(heap) > 0:
        assert len(heap) <= 36
        d, u = hq.heappop(heap)
        if done[u]:
            continue
        done[u] = True
        for v in range(n):
            nd = d + abs(x[u][v])
            if nd < dist[v]:
                dist[v] = nd
                prev[v] = u
                hq.heappush(heap, (nd, v))
    return np.array(dist), np.array(prev)


@pylog
def heap_of_tuples(w, x, s):
    dist = np.full(6, 999)
    dist[s] = 0
    heap = [(0, s)]
    steps = 0
    while heap:
        assert len(heap) <= 36
        d, u = heapq.heappop(heap)
        steps += 1
        if d > dist[u]:
            continue
        for v in range(6):
            if w[u, v] > 0 and d + w[u, v] < dist[v]:
                dist[v] = d + w[u, v]
                heapq.heappush(heap, (dist[v], v))
    far, before = nearest(x, s)
    return dist, steps, far, before
