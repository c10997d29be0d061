# args: a=int32[6]
from pylog import *
import numpy as np


@pylog
def copy_and_alias(a):
    b = a
    c = a.copy()
    d = np.copy(a[2:])
    e = np.array(a)
    b[0] = 100
    c[1] = 200
    d[0] = 300
    e[2] = 400
    return c, d, e
