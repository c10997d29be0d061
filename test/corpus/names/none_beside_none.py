# args: a=int32[6] n=int32
# range: a=-3..3 n=-3..3
from pylog import *


@pylog
def none_beside_none(a, n):
    """Two that may be None are equal where both are, or both have the same value."""
    p = q = r = None
    if a[0] > 0:
        p = n
    if a[1] > 0:
        q = n + a[2]
    same = 0
    other = 0
    for i in range(6):
        if a[i] > 1:
            r = a[i]
        if p == q:
            same += 1
        if q != r and not (p == r):
            other += 1
        if a[i] < -1:
            r = None
    return same, other, p == q, q != p, p is None
