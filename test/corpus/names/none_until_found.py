# args: a=float64[7] b=int64[6] t=4 n=3
# values: a=2.5,0.5,nan,-1.5,0.25,-1.5,3.0 b=5,3,3,9,1,7
# None until there is a value, as a start of searches: of numbers, of places, of tuples, in loops that may not run.
from pylog import *


@pylog
def none_until_found(a, b, t, n):
    best = None
    at = None
    for i in range(len(a)):
        if best is None or a[i] < best:
            best = a[i]
            at = i
    low, high = None, None
    for x in b:
        if x > t:
            low = x if low is None else min(low, x)
            if high is None:
                high = x
            else:
                high = max(high, x)
    previous = None
    runs = equal = other = 0
    for x in b[:n]:
        if previous is not None and x >= previous:
            runs += 1
        equal += previous == x
        other += previous != x
        previous = x
    pair = None
    for i in range(6):
        for j in range(i + 1, 6):
            d = abs(b[i] - b[j])
            if pair is None or (d, i) > pair[:2]:
                pair = (d, i, j)
    d, i, j = pair
    nothing = None
    for x in b:
        if x > 100:
            nothing = x
    if low is None or high is None or nothing:
        return 0.0, 0, 0, 0, 0, 0, 0, 0, 0, 0, True
    return best, at, low, high, runs, equal, other, d, i, j, nothing is None
