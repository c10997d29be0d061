# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    for i in range(1, 8).parallel():
        a[i] = a[i - 1] * 2
