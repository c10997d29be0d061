# args: a=uint8[8]
from pylog import *


@pylog
def k(a):
    a[0] = -1
