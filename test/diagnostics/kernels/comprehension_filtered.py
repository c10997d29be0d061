# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    return [x for x in a if x > 0][0] if a[0] > 0 else a[1]
