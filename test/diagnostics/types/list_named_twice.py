# args: n=int64
from pylog import *


@pylog
def k(n):
    xs = [1, n]
    ys = xs
    ys.append(2)
    return len(xs)
