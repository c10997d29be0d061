# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    s = {1, 2, 3}
    return a[0] in s
