# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    b: "float32[8]" = 0.0
    return b
