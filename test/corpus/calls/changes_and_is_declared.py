# args: s=int32[4]
from pylog import *


def fill(n, s):
    s[0] = s[0] * 2 + n
    return s[0] + 1


def arr(s):
    s[1] += 1
    return s * 2


@pylog
def changes_and_is_declared(s):
    x: "int32" = fill(1, s)
    y: pl_int16 = fill(1, s)
    y = fill(2, s)
    e = arr(s) + s
    e[1:3] = arr(s)[:2]
    e += arr(s)
    return x, e, s[0] + arr(s)[1]
