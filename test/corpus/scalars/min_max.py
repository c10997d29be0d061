# args: a=int32 b=int32 f=float64
from pylog import *
import numpy as np


@pylog
def min_max(a, b, f):
    return min(a, b), max(a, b), np.minimum(a, f), np.maximum(a, 3), min(max(a, b), np.int32(5))
