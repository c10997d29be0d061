# args: a=float32[8] b=float32[2,4]
from pylog import *


@pylog
def k(a, b):
    a[a > 0] = b
