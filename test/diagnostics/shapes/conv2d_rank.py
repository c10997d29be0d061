# args: a=float32[8] b=float32[3,3]
from pylog import *


@pylog
def k(a, b):
    return conv2d(a, b)
