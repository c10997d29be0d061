# args: a=int64[6] t=4
# values: a=5,3,3,9,1,7
# `x if … else None`, a second name for what may be None, a loop that ends when there is a value, `assert x is not None`.
from pylog import *


@pylog
def none_in_conditions(a, t):
    first = None
    last = None
    for i in range(6):
        if a[i] > t:
            if not first and first is None:
                first = i
            last = a[i] if a[i] > 8 else None
    other = first
    count = 0
    while other is None or other < 6:
        count += 1
        other = count if other is None else other + count
    seen = []
    for x in a:
        place = None
        for k in range(len(seen)):
            if seen[k] == x:
                place = k
        if place is None:
            seen.append(x)
    runs = []
    value = None
    length = 0
    for x in a:
        if x == value:
            length += 1
        else:
            if value is not None:
                runs.append((value, length))
            value = x
            length = 1
    runs.append((value, length))
    assert first is not None
    return first, other, count, last is None, len(seen), len(runs), int(runs[1][1])
