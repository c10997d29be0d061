# args: a=uint64 b=int8
from pylog import *


@pylog
def k(a, b):
    x = [a, b]
    return x
