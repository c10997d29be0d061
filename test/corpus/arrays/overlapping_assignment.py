# args: a=int32[10] b=int32[10] m=int32[4,4]
from pylog import *
import numpy as np


@pylog
def overlapping_assignment(a, b, m):
    """As if the right side were copied first."""
    a[1:] = a[:-1]
    b[:-2] = b[2:]
    b[:] = b[::-1]
    m[1:, 1:] = m[:-1, :-1]
    m[:, :] = m.T
