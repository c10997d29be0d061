import numpy as np
from pylog import *


@pylog
def max_of_numpy_and_python(a: "int8[4]", out: "float64[4]"):
    for i in range(4):
        out[i] = max(a[i], 5) * 100
