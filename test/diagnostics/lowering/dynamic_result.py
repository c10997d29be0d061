# args: a=float32[8] n=3
from pylog import *


@pylog
def k(a, n):
    return a[:n] * 2
