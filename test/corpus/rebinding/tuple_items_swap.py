# args: a=float32[4] b=float32[4]
from pylog import *


@pylog
def tuple_items_swap(a, b):
    s = (a.copy(), b, 0)
    for i in range(3):
        s[1][0] = i + s[2]
        s = (s[1], s[0], s[2] + 1)
    x, y, n = s
    return x + 2 * y, n
