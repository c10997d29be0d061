# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    t = (1, 2)
    u = [0, *t]
    return u[0]
