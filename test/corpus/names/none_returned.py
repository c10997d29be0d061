# args: a=int64[6] b=float64[6]
# range: b=-4..4
# Functions that return None or a value, also one that may be None itself.
from pylog import *


def find(a, x):
    for i in range(6):
        if a[i] == x:
            return i
    return None


@pylog
def none_returned(a, b):
    def least(lo):
        best = None
        for i in range(lo, 6):
            if b[i] > -1 and (best is None or b[i] < b[best]):
                best = i
        return best

    def ratio(p, q):
        if q == 0:
            return None
        return p / q

    n = 0
    for k in range(7):
        m = least(k)
        if m is not None:
            n += m
    r = ratio(1.0, b[0])
    p, q = find(a, a[3]), find(a, 1000)
    return n, (r if r is not None else 0.0), least(6) is None, -1 if p is None else p, q is None
