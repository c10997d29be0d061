# args: a=int32[8] f=float32[6] m=int32[3,4]
# values: a=3,9,1,9,0,0,9,2 f=1.0,nan,5.0,nan,-2.0,0.0
# range: m=0..2
from pylog import *
import numpy as np


@pylog
def argmax_ties(a, f, m):
    """The first of equals; NaN wins."""
    return np.argmax(a), np.argmin(a), np.argmax(f), np.argmin(f), np.max(f), np.argmax(m, axis=0), m.argmin(axis=1), argmax(a), argmin(a)
