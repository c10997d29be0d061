# args: a=int32[8] n=3
# raises: ValueError
from pylog import *
import numpy as np


@pylog
def dynamic_shapes_differ(a, n):
    b = a[:n]
    c = a[n:]
    return np.sum(b + c)
