# args: a=int32[8]
from pylog import *


@pylog
def k(a):
    return a ** -1
