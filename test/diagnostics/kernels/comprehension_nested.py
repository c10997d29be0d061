# args: a=float32[40]
from pylog import *


@pylog
def k(a):
    return [x * y for x in a for y in a]
