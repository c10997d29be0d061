# args: a=float32[8] n=5
from pylog import *


@pylog
def k(a, n):
    squares = [y for x in a if (y := x * x) > 0.25]
    m = 0
    s = n > 3 and (m := n + 1)
    t = (m := 2) if n > 4 else m
    return squares[0], s, t
