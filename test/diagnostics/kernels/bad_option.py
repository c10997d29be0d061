# args: a=float32[8]
from pylog import *


@pylog(freq=[1, 2])
def k(a):
    return a
