from pylog import *
import numpy as np


@pylog
def complex_products(a: "int16", b: "int16", c: "int16", d: "int16"):
    """Four products of 16 bits, both operands of each used twice."""
    x = np.int32(a)
    y = np.int32(b)
    return x * c, x * d, y * c, y * d
