import numpy as np
from pylog import *


@pylog
def max_of_float32_and_python(f: "float32[4]", out: "float64[4]"):
    for i in range(4):
        out[i] = max(f[i], 0.1) * 3
