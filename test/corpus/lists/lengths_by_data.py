# args: a=int32[12] f=float32[8]
from pylog import *


@pylog
def lengths_by_data(a, f):
    peaks = []
    for i in range(1, len(a) - 1):
        if a[i] > a[i - 1] and a[i] > a[i + 1]:
            peaks.append(i)
    total = 0
    for p in peaks:
        total += a[p]
    stack = []
    deepest = 0
    for x in a:
        if x > 0:
            stack.append(x)
        elif len(stack) > 0:
            total -= stack.pop()
        deepest = max(deepest, len(stack))
    products = []
    for i in range(5):
        for j in range(i):
            products.append(i * j)
    small = []
    for x in f:
        if x < 0:
            continue
        if len(small) == 3:
            break
        small.append(x)
    return len(peaks), total, deepest, len(products), sum(products), products[-1], len(small)
