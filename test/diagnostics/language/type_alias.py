# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    type Vector = list[float]
    return a
