# args: n=int32
from pylog import *


@pylog
def k(n):
    x = [0] * n
    return x[0]
