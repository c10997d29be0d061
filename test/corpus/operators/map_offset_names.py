# args: a=int32[10] k=2
from pylog import *
import numpy as np


@pylog
def map_offset_names(a, k):
    """Offsets that are computed, and names from around the lambda."""
    d = 3
    b = plmap(lambda x: x[k] + x[-k] + x[d - 1], a)
    t = a[0]
    c = plmap(lambda x: x * t + k, a)
    return b, c
