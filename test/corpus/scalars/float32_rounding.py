# args: a=float32[8] b=float32[8] c=float32[8]
from pylog import *
import numpy as np


@pylog
def float32_rounding(a, b, c):
    """No contraction: the product is rounded before the sum."""
    s = a[0]
    for i in range(8):
        s = a[i] * b[i] + c[i] - s / 3
    return s, a * b + c, a * b - a * c, (a + b) * (a - b)
