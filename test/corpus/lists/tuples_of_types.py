# args: w=float64[7,7] data=uint8[30] x=float32[8]
# range: w=1..9 data=0..3
import numpy as np
from pylog import *


@pylog
def tuples_of_types(w, data, x):
    """Lists of tuples whose places have types of their own: a queue by priority, runs, records."""
    n = len(w)
    dist = np.full(n, np.inf)
    dist[0] = 0
    heap = [(0.0, 0)]
    popped = 0
    while heap:
        k = 0
        for i in range(1, len(heap)):
            if heap[i][0] < heap[k][0]:
                k = i
        d, u = heap.pop(k)
        popped += 1
        if d > dist[u]:
            continue
        for v in range(n):
            if v != u and d + w[u, v] < dist[v]:
                dist[v] = d + w[u, v]
                heap.append((dist[v], v))
    runs = []
    i = 0
    while i < len(data):
        j = i
        while j < len(data) and data[j] == data[i]:
            j += 1
        runs.append((data[i], j - i))
        i = j
    longest = 0
    at = 0
    for k, (value, count) in enumerate(runs):
        if count > longest:
            longest, at = count, k
    total = 0
    for value, count in runs:
        total += int(value) * count
    best = [(0.5, 1, True), (0.25, 2, False)]
    best.append((float(x[0]), len(best), bool(x[1] > 0)))
    best[0], best[2] = best[2], best[0]
    best[1] = (1.5, 7, True)
    s = 0.0
    for value, count, good in best:
        if good:
            s += value * count
    last = best[-1]
    best.clear()
    return dist, popped, len(runs), longest, at, total, s, last[1], runs[0][1], len(best) == 0
