# args: a=float32[4,8]
from pylog import *


@pylog
def k(a):
    return a[0, -9]
