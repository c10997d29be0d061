from pylog import *
import numpy as np


@pylog
def add_or_subtract(x: "int32[64]", d: "int32[64]", s: "bool[64]", y: "int32[64]"):
    """A sum or a difference of the same operands, as a bit says."""
    for i in range(64):
        y[i] = x[i] - d[i] if s[i] else x[i] + d[i]
