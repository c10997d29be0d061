# args: n=int64
from pylog import *


@pylog
def k(n):
    xs = [1]
    xs.append(n)
    pair = (xs, 2)
    xs.pop()
    return len(pair[0])
