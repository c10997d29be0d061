# args: a=int32[12] m=int32[3,4]
from pylog import *
import numpy as np


@pylog
def reshape_ravel(a, m):
    b = a.reshape(3, 4)
    c = a.reshape((2, 6))
    d = np.reshape(a, (4, -1))
    e = m.reshape(-1)
    f = m.ravel()
    g = m.flatten()
    b[0, 0] = 100  # shares
    g[1] = 200  # does not
    e[2] = 300
    h = m.T.reshape(-1)
    return b + m, c[1], d, f, g, h, a.reshape(2, 2, 3)[1, 0]
