# args: a=float32[8] m=bool[7]
from pylog import *


@pylog
def k(a, m):
    a[m] = 0
