# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    a[10] = 0
