# args: a=float32[8] b=int16[8]
from pylog import *
import numpy as np


@pylog
def accumulator_join(a, b):
    """s = 0 takes the type of what is added to it."""
    s = 0
    t = 0
    for i in range(8):
        s += a[i]
        t += b[i]
    u = 0
    for i in range(8):
        u = u + a[i] * b[i]
    return s, t, u
