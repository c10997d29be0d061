# args: n=int64
from pylog import *


@pylog
def k(n):
    m = [[1, n], [3, 4]]
    row = m[0]
    m[0] = [7, 8]
    return row[0]
