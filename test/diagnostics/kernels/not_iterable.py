# args: n=int32
from pylog import *


@pylog
def k(n):
    s = 0
    for i in n:
        s += i
    return s
