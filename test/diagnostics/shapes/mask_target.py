# args: a=float32[8,8]
from pylog import *


@pylog
def k(a):
    a.T[a > 0] = 0
