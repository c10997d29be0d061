# args: n=int32
# sum: 1 of 1000
from pylog import *


@pylog
def swapped_rows(n):
    m = [[1, 2], [3, 4], [5, 6]]
    m[0], m[2] = m[2], m[0]
    m[0][0] = 9
    m[1] = [7, 8]
    xs = [0]
    for i in range(3):
        xs.extend([i, 3, 4])
    xs += [6, int(n)]
    ys = xs[:]
    ys.append(5)
    xs.pop()
    return m[0][0], m[0][1], m[1][1], m[2][0], xs[-1], len(xs), ys[-2], len(ys)
