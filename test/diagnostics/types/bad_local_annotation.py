# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    s: "float33" = a[0]
    return s
