# args: x=float64 n=int32
from pylog import *


@pylog
def k(x, n):
    return round(x, n)
