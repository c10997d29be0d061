# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    s = {x for x in a}
    return len(s)
