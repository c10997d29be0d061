# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    for i in range():
        a[i] = 0
