# args: a=int8[8]
from pylog import *


@pylog
def k(a):
    for i in range(8):
        a[i] = 200
