# args: a=float32[8]
import numpy as np
from pylog import *


@pylog
def k(a):
    total = np.float32(0)
    for i in range(8):
        total += a[i]
    return totl
