# args: a=float32[8] b=float32[7]
from pylog import *


@pylog
def k(a, b):
    return a + b
