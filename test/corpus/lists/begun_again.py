# args: n=3 a=int32[6]
# A list that begins anew in each round of an outer loop, and gets as long as what changes between the rounds says.
from pylog import *
import numpy as np


def pascal(n: int):
    prev = [1]
    for i in range(n):
        cur = []
        for v in prev:
            cur.append(v)
        cur.append(1)
        prev = cur
    return len(prev)


@pylog
def begun_again(n: int, a):
    m = 2
    t = 0
    for i in range(2):
        cur = []
        for j in range(m):
            cur.append(j)
        t = t * 10 + len(cur)
        m = n
    rows = 0
    k = 1
    i = 0
    while i < 3:
        row = []
        for j in range(k):
            row.append(int(a[j]) % 7)
        k = 1 + len(row)
        for v in row:
            rows += v
        i += 1
    counts = np.zeros(2, dtype=np.int64)
    counts[0] = pascal(n)
    counts[1] = k
    return t, rows, counts
