# args: a=float64[12] k=int16[3,4] x=float32[6,2] t=float64
# sum: 12 of 1000
from pylog import *


@pylog
def chosen_elements(a, k, x, t):
    high = a > t
    values = a[high]
    even = k[k % 2 == 0]
    total = 0
    for v in even:
        total += int(v)
    rows = x[:, 0] > 0
    kept = x[rows]
    middle = np.sum(kept, axis=0)
    x[rows] = -1
    largest = t
    for v in values:
        largest = max(largest, v)
    return len(values), values.sum(), largest, total, even.size, x, np.sum(rows), middle
