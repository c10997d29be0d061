import numpy as np
from pylog import *


@pylog
def mixed_argument(a: "int8[4]", out: "float64[4]"):
    def scaled(x, k):
        return x * k

    for i in range(4):
        out[i] = scaled(max(a[i], 5), 100)
