# args: a=int64[7] out=int64[7]
from pylog import *
import numpy as np


@pylog
def for_enumerate(a, out):
    for i, x in enumerate(a):
        out[i] = x * i
    for k, x in enumerate(a[2:5], 1):
        out[k] += x
