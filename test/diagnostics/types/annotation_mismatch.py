# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    b: "float32[4]" = a * 2
    return b
