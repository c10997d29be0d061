# args: a=bool[8]
from pylog import *


@pylog
def k(a):
    return not a
