# args: a=float32[8] b=float32[8]
from pylog import *


@pylog
def k(a, b):
    a[a > 0] = b[b > 0]
