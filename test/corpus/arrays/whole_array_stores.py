# args: a=float32[4] b=float32[4] c=float32[4]
from pylog import *
import numpy as np


@pylog
def whole_array_stores(a, b, c):
    c[...] = a + b
    c[:] += 1
    a[()] = 3
