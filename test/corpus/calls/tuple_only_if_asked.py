# args: a=float32[8]
# A function that gives a tuple, on the right of `and`.
from pylog import *


@pylog
def tuple_only_if_asked(a):
    def pair(x):
        return x, x + 1
    if a[0] > 0 and pair(a[0])[1] > 2:
        return 1
    return 0
