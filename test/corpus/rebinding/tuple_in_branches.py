# args: a=float32[4] b=float32[4]
from pylog import *


@pylog
def tuple_in_branches(a, b):
    s = (a, (b, 1))
    if a[0] > 0:
        s = (b, (a * 2, 3))
    elif b[0] > 0:
        t = s
        s = (t[1][0], (t[0], t[1][1] + 5))
    return s[0] * s[1][0] + s[1][1]
