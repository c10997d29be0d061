# args: a=float32[4,3,4] m=bool[4]
from pylog import *


@pylog
def k(a, m):
    a[0, :, m] = 1
