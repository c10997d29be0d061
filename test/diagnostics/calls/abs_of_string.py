# args: n=int32
from pylog import *


@pylog
def k(n):
    return abs("x")
