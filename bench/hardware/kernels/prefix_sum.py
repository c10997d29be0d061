from pylog import *
import numpy as np


@pylog
def prefix_sum(a: "int32[1024]", out: "int32[1024]"):
    """Sums of the first elements, 1024 integers."""
    total = np.int32(0)
    for i in range(1024):
        total += a[i]
        out[i] = total
