# args: a=float32[8]
from pylog import *

TABLE = [1, 2, 3]


@pylog
def k(a):
    TABLE[0] = 5
    return a[0]
