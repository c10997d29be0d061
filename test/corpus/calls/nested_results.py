# args: a=float64[6] n=3
from pylog import *


def bounds(x):
    return (x.min(), x.max()), x.sum()


def step(state, z):
    (low, high), total = state
    if z > 0:
        return (min(low, z), max(high, z)), total + z
    return (low, high), total


def only(x):
    return (x * 2,)


@pylog
def nested_results(a, n):
    (low, high), total = bounds(a)
    state = bounds(a[:n])
    (l, h), t = step(state, a[5])
    (twice,) = only(a)
    return low, high, total, l, h, t, state[0][1], twice
