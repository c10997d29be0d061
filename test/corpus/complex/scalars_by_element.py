# args: a=complex64[8] b=complex64[8]
from pylog import *
import numpy as np


@pylog
def scalars_by_element(a, b):
    out = np.zeros(8, dtype=np.complex64)
    for i in range(8):
        z = a[i] * b[i]
        if abs(z) > 30:
            z = z / b[i]
        else:
            z += a[i] ** 3 - 1j
        out[i] = z
    return out
