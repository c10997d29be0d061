# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    try:
        x = a[0] / a[1]
    except ZeroDivisionError:
        x = 0.0
    return x
