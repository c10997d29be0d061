# args: a=int32[6]
from pylog import *
import numpy as np


@pylog
def rebound_type(a):
    """One name, three types."""
    x = a[0]
    y = x + 1
    x = a * 2
    z = x[1] + y
    x = 0.5
    return x * 2, y, z
