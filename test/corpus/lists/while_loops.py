# args: grid=uint8[6,7] data=int64[16] a=int32[7] b=int32[5] n=27 number=90210
# range: grid=0..1 data=-50..50
import numpy as np
from pylog import *


def digits(number, base):
    found = []
    while number > 0:
        found.append(number % base)
        number //= base
    return np.array(found[::-1]).sum() + len(found)


@pylog
def while_loops(grid, data, a, b, n, number):
    """Lists in loops that only data end: stacks, queues, merges; one says itself how long it gets."""
    h, w = grid.shape
    seen = np.zeros((h, w), bool)
    stack = [(0, 0)]
    area = 0
    while stack:
        y, x = stack.pop()
        if y < 0 or y >= h or x < 0 or x >= w or seen[y, x] or grid[y, x] != grid[0, 0]:
            continue
        seen[y, x] = True
        area += 1
        stack.append((y + 1, x))
        stack.append((y - 1, x))
        stack.append((y, x + 1))
        stack.append((y, x - 1))

    s = data.copy()
    parts = [(0, len(s) - 1)]
    while len(parts) > 0:
        assert len(parts) <= 20
        lo, hi = parts.pop()
        if lo < hi:
            i = lo
            for j in range(lo, hi):
                if s[j] < s[hi]:
                    s[i], s[j] = s[j], s[i]
                    i += 1
            s[i], s[hi] = s[hi], s[i]
            parts.append((lo, i - 1))
            parts.append((i + 1, hi))

    path = [n]
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        path.append(n)

    x, y = np.sort(a), np.sort(b)
    i = j = 0
    merged = []
    while i < len(x) and j < len(y):
        if x[i] <= y[j]:
            merged.append(x[i])
            i += 1
        else:
            merged.append(y[j])
            j += 1
    total = 0
    for k, v in enumerate(merged):
        total += k * v
    return seen, area, s, len(path), max(path), len(merged), total, digits(number, 10), digits(number, 2)
