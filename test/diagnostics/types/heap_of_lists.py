import heapq
from pylog import *


@pylog
def heap_of_lists(a: "float64[4]"):
    heap = []
    for x in a:
        item = (x, 1)
        heapq.heappush(heap, item)
    return len(heap)
