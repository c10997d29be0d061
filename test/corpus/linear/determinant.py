# args: m=float64[4,4]
from pylog import *
import numpy as np


@pylog
def determinant(m):
    a = m.copy()
    det = 1.0
    for k in range(4):
        det *= a[k, k]
        for i in range(k + 1, 4):
            a[i, k:] = a[i, k:] - a[k, k:] * (a[i, k] / a[k, k])
    return det
