# args: a=bool[8] b=int32[8]
from pylog import *


@pylog
def k(a, b):
    a += b
