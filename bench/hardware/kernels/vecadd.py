from pylog import *
import numpy as np


@pylog
def vecadd(a: "int32[1024]", b: "int32[1024]", c: "int32[1024]"):
    """c = 3 a + b, 1024 integers."""
    for i in range(1024):
        c[i] = a[i] * 3 + b[i]
