# args: x=2.675 f=float64[4]
from pylog import *
import numpy as np


@pylog
def round_digits(x, f):
    """Python rounds the decimal text, NumPy scales."""
    return round(x, 2), np.round(f, 1), np.round(f[0], 2)
