# args: n=int64
from pylog import *


@pylog
def k(n):
    m = [[1, n], [3, 4], [5, 6]]
    m[0], m[1] = m[1], m[2]
    return m[0][0]
