# args: a=bool[8] b=bool[8]
from pylog import *


@pylog
def k(a, b):
    return a - b
