# args: a=float16[8] b=float16[8]
from pylog import *
import numpy as np


@pylog
def float16_arithmetic(a, b):
    """Each operation rounds to half precision."""
    s = a[0]
    for i in range(1, 8):
        s = s * b[i] + a[i]
    t = a[0] + 2048
    return s, t, a + b, a * b, a / b, a - 1, a * 0.1
