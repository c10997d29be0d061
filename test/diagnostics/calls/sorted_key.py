# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    return sorted(a, key=lambda x: -x)
