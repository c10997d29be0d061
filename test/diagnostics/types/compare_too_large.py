# args: a=uint8[8]
from pylog import *


@pylog
def k(a):
    return a + 1 == 256 + a
