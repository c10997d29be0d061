import numpy as np
from pylog import *


@pylog
def mixed_into_ufunc(f: "float32[4]", out: "float64[4]"):
    for i in range(4):
        out[i] = np.sqrt(max(f[i], 0.1))
