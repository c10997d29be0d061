# args: a=int32[5] f=int64[5]
# range: f=1..40
# Huffman's total, the largest by negatives, heapify, heapreplace: CPython's heaps, element by element.
from heapq import heapify, heappop, heappush, heapreplace
from pylog import *


@pylog
def heap_of_numbers(a, f):
    h = []
    for x in a:
        heappush(h, -x)
    out = []
    for k in range(2):
        out.append(-heappop(h))
        heappush(h, out[-1] // 4)
    b = [3.5, -1.0, 2.0, 0.5]
    heapify(b)
    b0, b1, b2, b3 = b[0], b[1], b[2], b[3]
    least = heapreplace(b, 9.0) + heappop(b)
    counts = []
    for x in f:
        heappush(counts, x)
    total = 0
    while len(counts) > 1:
        assert len(counts) <= 5
        both = heappop(counts) + heappop(counts)
        total += both
        heappush(counts, both)
    return np.array(out), b0, b1, b2, b3, least, total, len(h), len(b)
