# args: a=int32[12] out=int32[12]
from pylog import *
import numpy as np


@pylog
def early_return_function(a, out):
    def sign(x):
        if x < 0:
            return -1
        if x == 0:
            return 0
        return 1

    def first_above(v, limit):
        for i in range(len(v)):
            if v[i] > limit:
                return i
        return -1

    for i in range(12):
        out[i] = sign(a[i])
    return first_above(a, 50), first_above(a, 1000), first_above(a[6:], 10)
