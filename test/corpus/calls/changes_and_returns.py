# args: s=int32[4]
from pylog import *


def fill(n, s):
    s[0] = s[0] * 2 + n
    return s[0] + 1


def two(s):
    return fill(1, s), s[0], fill(2, s)


def one(s, k):
    if k > 1:
        return fill(1, s)
    return s[3]


@pylog
def changes_and_returns(s):
    a, b, c = two(s)
    return a, b, c, fill(3, s), one(s, s[1])
