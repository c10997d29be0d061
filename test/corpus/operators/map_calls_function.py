# args: a=int32[5] lut=int32[8]
from pylog import *
import numpy as np


@pylog
def map_calls_function(a, lut):
    def f(v):
        return lut[v & 7] * 2

    return plmap(lambda x: f(x) + f(x[1]), a)
