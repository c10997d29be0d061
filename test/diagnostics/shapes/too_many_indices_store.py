# args: a=float32[4,8]
from pylog import *


@pylog
def k(a):
    a[0, 1, 2] = 1
