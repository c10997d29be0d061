# args: a=float32[8]
from pylog import *


@pylog
def k(a: "float32[16]"):
    return a
