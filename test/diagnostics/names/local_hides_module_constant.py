# args: a=float32[8]
from pylog import *

COUNT = 3


@pylog
def k(a):
    COUNT = COUNT + 1
    return a * COUNT
