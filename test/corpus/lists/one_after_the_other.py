# args: a=float64[10] u=int32[6]
import numpy as np
from pylog import *


def bump(s, k):
    s[0] += k
    return s[0] * 2


@pylog
def one_after_the_other(a, u):
    """Comprehensions whose elements change what the next ones read, or are chosen under masks."""
    s = np.zeros(1, np.int64)
    xs = [bump(s, k) for k in range(5)]
    ys = [len(a[a > t]) for t in range(-3, 3)]
    zs = [a[a > t].sum() for t in u]
    queue = [3, 4, 5, 6]
    firsts = [queue.pop(0) for _ in range(3)]
    ws = [bump(s, k) for k in range(20) if k % 3 == 0]
    return np.array(xs), np.array(ys), np.array(zs), s, sum(firsts), len(queue), ws[-1], len(ws)
