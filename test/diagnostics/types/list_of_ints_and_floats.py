# args: a=int32[4] i=int64
from pylog import *

LEVELS = [16, 11, 10, 16]
LEVELS[0] /= 2


@pylog
def k(a, i):
    return a * LEVELS[i]
