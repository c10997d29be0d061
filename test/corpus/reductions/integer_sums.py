# args: a=int8[50] b=int64[6]
# values: b=9223372036854775807,1,5,-7,9223372036854775807,2
from pylog import *
import numpy as np


@pylog
def integer_sums(a, b):
    """Integer sums are exact and wrap: no tolerance."""
    return np.sum(a), np.sum(b), np.prod(b), np.dot(a, a), a.sum() / 50, np.sum(a * a), np.sum(a.astype(np.int16) ** 2)
