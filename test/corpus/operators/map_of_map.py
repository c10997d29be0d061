# args: a=int32[8]
from pylog import *
import numpy as np


@pylog
def map_of_map(a):
    """A stencil of a stencil: the inner result is an array of its own, zero outside."""
    b = plmap(lambda x: x[-1] + x[1], plmap(lambda x: x[0] - x[-1], a))
    c = map(lambda x, y: x[1] * y[0], a, plmap(lambda z: z[1] + 1, a))
    return b, c
