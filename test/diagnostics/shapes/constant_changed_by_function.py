# args: a=int64[4]
from pylog import *

TABLE = [[1, 2], [3, 4]]


def clear(row):
    row[0] = 0


@pylog
def k(a):
    for row in TABLE:
        clear(row)
    a[0] = TABLE[0][0]
