# args: a=float32[4,8]
import numpy as np
from pylog import *


@pylog
def k(a):
    s = np.float32(0)
    for i in range(4):
        s += a[i, 8]
    return s
