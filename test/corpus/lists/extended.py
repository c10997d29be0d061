# args: a=float32[4] n=5
from pylog import *


@pylog
def extended(a, n):
    xs = [a[0], a[1]]
    xs += [a[2], a[3]]
    xs.extend(a[:2])
    last = xs.pop()
    ys = []
    for i in range(3):
        if i == 1:
            ys.append(a[1])
        else:
            ys.append(a[0] + i)
    counts = [0] * n
    for i in range(n):
        counts[i % 3] += i
    xs.clear()
    xs.append(last)
    return np.array(xs), np.array(ys), np.array(counts), sum(ys)
