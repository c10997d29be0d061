from pylog import *
import numpy as np


@pylog
def filled_branches(x: "int32[64]", flag: "int32", y: "int32[64]"):
    """Zeros that nobody sees: both ways of a branch write all of them."""
    t = np.zeros(64, np.int32)
    if flag > 0:
        for i in range(64):
            t[i] = x[i] * 3
    else:
        for i in range(64):
            t[i] = x[i] - 1
    for i in range(64):
        y[i] = t[63 - i]
