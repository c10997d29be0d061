# args: a=float64[6] b=float64[6] c=float64[6]
from pylog import *
import numpy as np


@pylog
def for_zip(a, b, c):
    s = 0.0
    i = 0
    for x, y in zip(a, b):
        s += x * y
        c[i] = s
        i += 1
    return s
