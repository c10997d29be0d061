# args: a=float32[4,3] m=bool[4]
from pylog import *


@pylog
def k(a, m):
    a[:, m] = 1
