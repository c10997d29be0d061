# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    return [x + y for x, y in a]
