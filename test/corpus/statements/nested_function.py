# args: a=float32[6] b=float64[4]
from pylog import *
import numpy as np


@pylog
def nested_function(a, b):
    """Called with different shapes and types: each call has its own."""
    def scale(v, k):
        return v * k

    x = scale(a, 2)
    y = scale(b, 0.5)
    z = scale(3, 4)
    w = scale(a[0], a[1])
    return x, y, z, w
