# args: a=float32[4,8] b=float32[4]
from pylog import *


@pylog
def k(a, b):
    return a + b
