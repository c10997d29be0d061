from pylog import *
import numpy as np


@pylog
def butterflies(x: "int32[64]"):
    """A Walsh-Hadamard transform in place."""
    for s in range(6):
        h = 1 << s
        for k in range(32):
            i = ((k >> s) << (s + 1)) + (k & (h - 1))
            a = x[i]
            b = x[i + h]
            x[i] = a + b
            x[i + h] = a - b
