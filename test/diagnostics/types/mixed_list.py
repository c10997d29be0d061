# args: a=int16 b=float32
from pylog import *


@pylog
def k(a, b):
    x = [a, b]
    return x
