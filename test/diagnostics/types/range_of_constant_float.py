# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    for i in range(8 / 2):
        a[i] = 0
