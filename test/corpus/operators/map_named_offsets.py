# args: a=int32[6]
from pylog import *
import numpy as np


@pylog
def map_named_offsets(a):
    def f(x):
        return x[-1] + x[1]

    g = lambda x: x[0] * 2
    return plmap(f, a), plmap(g, a)
