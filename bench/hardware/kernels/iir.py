from pylog import *
import numpy as np


@pylog
def iir(y: "int32[1000]", x: "int32[1000]", a: "int32", b: "int32"):
    """A recursive filter of first order over 1000 samples, from y[0] on."""
    last = y[0]
    for i in range(1, 1000):
        last = last * a + x[i] * b
        y[i] = last
    return last
