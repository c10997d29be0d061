# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    n = 3
    return n.foo
