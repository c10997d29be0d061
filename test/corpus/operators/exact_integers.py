# args: x=int32[6] out=int64[6]
# range: x=-100..100
from pylog import *
import numpy as np


@pylog
def exact_integers(x, out):
    for i in range(6):
        a = pl_int8(x[i])
        b = pl_uint4(i)
        out[i] = a * a * b - a + b
