# args: a=float32[8] m=int32[3,3]
from pylog import *
import numpy as np


@pylog
def in_place_functions(a, m):
    a.sort()
    m.fill(4)
    m[1].fill(5)
    a[:] = np.floor(a)
    a += 1
    a[:] = np.maximum(a, 0)
