import numpy as np
from pylog import *


@pylog
def float_and_numpy_integer(a: "int8[4]", out: "float64[4]"):
    for i in range(4):
        t = max(a[i], 0.5)
        out[i] = t * 100
