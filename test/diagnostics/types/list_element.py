# args: a=float32[8]
from pylog import *


def put(xs, v):
    xs[0] = v
    return xs[0]


@pylog
def k(a):
    x = [0] * 8
    return put(x, a[0])
