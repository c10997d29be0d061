# args: x=float64[5] out=float64[5]
# range: x=-3..3
from pylog import *
import numpy as np


@pylog
def exact_fixed(x, out):
    for i in range(5):
        a = pl_fixed(12, 4)(x[i])
        b = pl_ufixed(8, 2)(abs(x[i]))
        out[i] = a * b + a - b
