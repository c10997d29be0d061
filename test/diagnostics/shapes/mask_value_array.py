# args: a=float32[8] b=float32[3]
from pylog import *


@pylog
def k(a, b):
    a[a > 0] = b
