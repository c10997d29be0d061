# args: out=uint8[50]
from pylog import *
import numpy as np


@pylog
def sieve_slices(out):
    out[:] = 1
    out[:2] = 0
    for i in range(2, 8):
        if out[i]:
            out[i * i :: i] = 0
    return np.count_nonzero(out)
