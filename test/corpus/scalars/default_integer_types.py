# args: a=int8[4] u=uint16[4]
from pylog import *
import numpy as np


@pylog
def default_integer_types(a, u):
    """Where NumPy makes 64-bit integers of its own accord."""
    return np.sum(a), np.arange(3), np.array([1, 2]), np.argmax(a), np.full(2, 7), np.cumsum(u), np.prod(a[:2]), len(a) * a[0], np.count_nonzero(a)
