# args: a=int32[12] out=int8[12]
from pylog import *
import numpy as np


@pylog
def if_elif_else(a, out):
    for i in range(12):
        if a[i] < -50:
            out[i] = -2
        elif a[i] < 0:
            out[i] = -1
        elif a[i] == 0:
            pass
        elif a[i] < 50:
            out[i] = 1
        else:
            out[i] = 2
