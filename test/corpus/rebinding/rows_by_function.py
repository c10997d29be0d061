# args: a=float32[4,4]
from pylog import *


def row(a, i):
    return a[i]


@pylog
def rows_by_function(a):
    for i in range(4):
        r = row(a, i)
        r[0] = i
        r[1] += r[0]
