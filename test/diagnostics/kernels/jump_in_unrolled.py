# args: a=float32[8] b=int32[8]
from pylog import *


@pylog
def k(a, b):
    for x in (a, b):
        if x[0] > 0:
            break
