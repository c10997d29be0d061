# args: m=int32[3,4] t=float32[2,3,4]
from pylog import *
import numpy as np


@pylog
def transpose(m, t):
    mt = m.T
    mt[0, 1] = 99
    a = np.transpose(t)
    b = np.transpose(t, (1, 0, 2))
    c = t.transpose(2, 0, 1)
    d = m.transpose()
    return mt, a, b, c, d + mt, m.T[1], np.swapaxes(t, 0, 2)
