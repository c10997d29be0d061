# args: c=float32[6] x=float32[8]
# range: c=-1..1 x=-1..1
from pylog import *
import numpy as np


@pylog
def polynomial(c, x):
    y = np.zeros_like(x)
    for k in range(5, -1, -1):
        y = y * x + c[k]
    d = np.zeros(5, dtype=np.float32)
    for k in range(1, 6):
        d[k - 1] = k * c[k]
    return y, d
