# args: x=uint8 n=int32
from pylog import *


@pylog
def k(x, n):
    return x[0:n]
