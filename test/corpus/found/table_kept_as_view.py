# A slice of a table of the module, kept by a name and returned.
# args: n=3
import numpy as np
from pylog import *

TABLE = np.array([3, 1, 4, 1, 5], np.int64)


def tail(t):
    return t[1::2]


@pylog
def table_kept_as_view(n):
    turned = TABLE[3::-1]
    part = TABLE[1:2]
    return n, turned, part, tail(TABLE[::-1])
