# args: a=float32
from pylog import *


@pylog
def k(a):
    return any(a)
