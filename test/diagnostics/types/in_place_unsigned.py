# args: a=uint8[8] b=int16[8]
from pylog import *


@pylog
def k(a, b):
    a += b
