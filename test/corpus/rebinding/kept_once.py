# args: a=int32[4]
from pylog import *
import numpy as np


@pylog
def kept_once(a):
    keep = np.zeros(4, np.int32)
    for t in range(3):
        x = a + t
        if t == 1:
            keep = x
        x[0] = 9
    a[:] = keep
