# A return from within two loops.
# args: a=int32[16]
# range: a=0..15
from pylog import *


@pylog
def pair_with_sum(a):
    for i in range(16):
        for j in range(i):
            if a[i] + a[j] == 20:
                return i, j
    return -1, -1
