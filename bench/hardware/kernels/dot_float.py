from pylog import *
import numpy as np


@pylog
def dot_float(a: "float32[1024]", b: "float32[1024]"):
    """The sum of 1024 float32 products, in order."""
    total = np.float32(0)
    for i in range(1024):
        total += a[i] * b[i]
    return total
