# args: a=int64[6] m=9
# range: a=0..8
from pylog import *
import numpy as np


@pylog
def function_calls_function(a, m):
    def square(x):
        return x * x % m

    def fourth(x):
        return square(square(x))

    out = np.zeros(6, dtype=np.int64)
    for i in range(6):
        out[i] = fourth(a[i]) + square(i)
    return out
