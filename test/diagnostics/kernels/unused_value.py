# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    a[0] == 5
    a + 1
    return a
