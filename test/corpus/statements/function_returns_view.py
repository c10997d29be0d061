# args: a=int32[6]
from pylog import *
import numpy as np


@pylog
def function_returns_view(a):
    def tail(v):
        return v[2:]

    t = tail(a)
    t[0] = 99
    return t
