# args: a=int32[4] b=int32[4]
from pylog import *
import numpy as np


@pylog
def names_swap_arrays(a, b):
    x = a
    y = b
    for i in range(3):
        x, y = y, x
        x[i] += 1
    return x
