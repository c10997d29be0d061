import numpy as np
from pylog import *


@pylog
def mask(a, out):
    for i in range(len(a)):
        out[i] = a[i] & 15


mask(np.zeros(8, np.float32), np.zeros(8, np.int32))
