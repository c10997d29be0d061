# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    print(a[0])
    return a
