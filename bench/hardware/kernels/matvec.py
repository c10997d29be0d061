from pylog import *
import numpy as np


@pylog
def matvec(m: "int32[100,100]", v: "int32[100]", out: "int32[100]"):
    """A matrix of 100 by 100 times a vector; the last element is returned too."""
    total = np.int32(0)
    for i in range(100):
        total = np.int32(0)
        for j in range(100):
            total += m[i, j] * v[j]
        out[i] = total
    return total
