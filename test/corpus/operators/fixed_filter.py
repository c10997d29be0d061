# args: x=float64[12]
# range: x=-1..1
from pylog import *
import numpy as np


@pylog
def fixed_filter(x):
    """Products and sums grow; the cast back to 16 bits truncates."""
    y = np.zeros(12)
    prev = pl_fixed(16, 4)(0.0)
    for i in range(12):
        v = pl_fixed(16, 4)(x[i])
        prev = pl_fixed(16, 4)(prev * 0.5 + v)
        y[i] = prev
    return y
