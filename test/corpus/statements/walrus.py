# args: a=int32[12] b=int32[12] n=50
# range: a=-9..9 b=0..9
import numpy as np
from pylog import *


def digits(value):
    count = 0
    while (value := value // 10) > 0:
        count += 1
    return count, value


@pylog
def walrus(a, b, n):
    """`:=` where people write it: conditions, loops that read before they test, behind `and`, in calls and indices."""
    if (biggest := np.max(a)) > 3:
        biggest -= 1
    best = a[0]
    last = -1
    way = b[0]
    for i in range(12):
        if b[i] > 2 and (way := a[i] + b[i]) > best:
            best = way
        if a[i] < 0 or (last := i) > 7:
            best += 1
        if not (a[i] > 5 and (way := a[i] - 5) < 3):
            best += 2
        else:
            best += way
    k = n
    steps = 0
    while (k := k // 2 if k % 2 == 0 else 3 * k + 1) != 1 and (steps := steps + 1) < 20:
        if k > 100 and (half := k // 2) > 60:
            k = half
    x = 3
    y = x + (x := x + 1) * x - (x := 10)
    z = max(first := b[0], b[x - 9])
    c = b[(p := n % 12)] + p
    found = (d := a - b)[d > 0]
    return biggest, best, last, k, steps, x, y, z, first, c, digits(n)[0], digits(n)[1], len(found)
