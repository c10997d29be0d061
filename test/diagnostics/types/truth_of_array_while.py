# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    while a.any() and a < 5:
        a += 1
