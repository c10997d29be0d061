# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    return a[a > 0].std()
