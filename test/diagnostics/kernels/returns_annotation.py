# args: a=float32[8]
from pylog import *


@pylog
def k(a) -> "int32[4]":
    return a
