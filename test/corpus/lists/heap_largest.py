# args: a=int16[7]
# The largest and smallest of an array, a heap that takes tuples by a name.
import heapq
from pylog import *


@pylog
def heap_largest(a):
    low, high = heapq.nsmallest(3, a), heapq.nlargest(2, a)
    heap = []
    for k in range(7):
        heapq.heappush(heap, (a[k] % 3, k, -a[k]))
    order = 0
    while heap:
        assert len(heap) <= 7
        order = order * 10 + heapq.heappop(heap)[1]
    return low[2], high[1], order
