# args: a=int32[4]
from pylog import *
import numpy as np


@pylog
def function_rebinds_parameter(a):
    def f(v):
        v = v + 1
        v[0] = 100
        return v

    b = f(a)
    return a, b
