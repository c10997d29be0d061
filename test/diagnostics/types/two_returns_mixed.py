import numpy as np
from pylog import *


@pylog
def two_returns_mixed(a: "int8[4]", out: "float64[4]"):
    def clipped(x):
        if x > 5:
            return 5
        return x

    for i in range(4):
        out[i] = clipped(a[i]) * 100
