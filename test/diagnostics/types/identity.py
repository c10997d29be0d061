# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    if a[0] is 0:
        return 1
    return 0
