# args: a=int32[5] b=int32[7] out=int32[5]
from pylog import *
import numpy as np


@pylog
def for_zip_three(a, b, out):
    """zip ends with the shortest."""
    for i, x, y in zip(range(5), a, b):
        out[i] = x - y
    for i, (x, y) in enumerate(zip(a, b)):
        out[i] += x * y
