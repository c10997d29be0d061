# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    s = "a,b".split(",")
    return a
