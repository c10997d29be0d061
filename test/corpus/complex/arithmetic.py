# args: a=complex64[6] b=complex64[6] z=complex64
from pylog import *
import numpy as np


@pylog
def arithmetic(a, b, z):
    c = a + b * z
    d = (a - b) / (z + 1)
    e = -a + 2j
    return c, d, e, a == b, a != a, a / b
