# args: a=int32[8] n=5
from pylog import *
import numpy as np


@pylog
def map_dynamic_slice(a, n):
    b = np.zeros(8, dtype=np.int32)
    b[:n] = plmap(lambda x: x[0] + x[1], a[:n])
    return b
