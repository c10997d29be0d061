# args: n=62
# raises: OverflowError
from pylog import *
import numpy as np


@pylog
def python_overflow(n):
    a = np.zeros(2, dtype=np.int64)
    a[0] = 3 * (1 << n)
    return a
