# args: n=uint8 a=float64[4]
# sum: 1 of 1000
from pylog import *


@pylog
def made_of_itself(n, a):
    n = int(n) % 4
    xs = [3, n, 5]
    for k in range(2):
        xs.extend([int(a[0]), 2])
    xs = [v + 1 for v in xs]
    first = sum(xs)
    xs = sorted(xs)
    xs.append(7)
    return first, sum(xs), len(xs), xs[0]
