# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    for row in a:
        for x in row:
            a[0] += x
