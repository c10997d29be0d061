# args: a=float32[8]
from pylog import *

count = 0


@pylog
def k(a):
    global count
    count += 1
    return a
