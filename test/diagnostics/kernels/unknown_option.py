# args: a=float32[8]
from pylog import *


@pylog(board="zedboard", frequency=100)
def k(a):
    return a
