# args: base=int64[5] exponent=int64[5]
# range: base=2..1000 exponent=1..1000
from pylog import *
import numpy as np


@pylog
def modular_power(base, exponent):
    out = np.zeros(5, dtype=np.int64)
    for i in range(5):
        r = np.int64(1)
        b = base[i]
        e = exponent[i]
        while e > 0:
            if e % 2 == 1:
                r = r * b % 1000003
            b = b * b % 1000003
            e //= 2
        out[i] = r
    return out
