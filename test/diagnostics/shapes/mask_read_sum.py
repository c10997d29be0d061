# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    return map(lambda t: a[a > t].std(), a)
