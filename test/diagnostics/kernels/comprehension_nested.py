# args: a=float32[40]
from pylog import *


@pylog
def k(a):
    return a[0] > 0 and [x * y for x in a for y in a][7] > 0
