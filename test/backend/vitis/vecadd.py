# args: a=int32[64] b=int32[64] c=int32[64]
# schedule: pipeline i
from pylog import *


@pylog
def vecadd(a, b, c):
    for i in range(64):
        c[i] = a[i] + b[i]
