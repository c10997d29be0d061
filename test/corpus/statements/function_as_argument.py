# args: a=int32[4]
from pylog import *
import numpy as np


@pylog
def function_as_argument(a):
    def apply(f, x):
        return f(x)

    sq = lambda v: v * v
    return apply(sq, a), apply(lambda v: v + 1, a[0])
