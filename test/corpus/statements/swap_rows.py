# args: m=float64[4,3]
from pylog import *
import numpy as np


@pylog
def swap_rows(m):
    """Both right sides are views: the copy of the first is needed as in NumPy."""
    t = m[0].copy()
    m[0] = m[3]
    m[3] = t
    m[1, 0], m[2, 0] = m[2, 0], m[1, 0]
