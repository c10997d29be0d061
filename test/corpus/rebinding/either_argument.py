# args: a=float32[4] b=float32[4] c=1
# The function gives one of its arguments, which is then written.
from pylog import *


def pick(a, b, c):
    if c > 0:
        return a
    return b


@pylog
def either_argument(a, b, c):
    t = pick(a, b, c)
    t[0] = 7
    return t * 2
