# args: n=uint8 a=float64[4]
# sum: 1 of 1000
from pylog import *


@pylog
def room_for_all(n, a):
    m = int(n) % 4
    xs = [1]
    xs.append(1)
    if m > 1:
        if a[m] > 0:
            xs.append(2)
        else:
            xs.append(int(a[m]))
        xs.append(m)
    for k in range(3):
        xs.append(int(a[m]))
    ys = [1]
    for k in range(3):
        ys = [0] * 2
    for k in range(m):
        ys.append(int(a[0]))
    for k in range(2):
        ys.append(int(a[m]))
        ys.append(k)
    return len(xs), sum(xs), len(ys), sum(ys)
