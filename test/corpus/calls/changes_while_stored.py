# args: c=int32[4] s=int32[4]
# A function that changes its argument, inside an assignment to an element.
from pylog import *


def fill(n, s):
    s[0] = s[0] * 2 + n
    return n + 1


@pylog
def changes_while_stored(c, s):
    c[0] = fill(3, s)
