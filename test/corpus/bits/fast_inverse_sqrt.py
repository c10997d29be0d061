# args: x=float32[8]
# range: x=0.1..100
from pylog import *
import numpy as np


@pylog
def fast_inverse_sqrt(x):
    i = x.view(np.int32)
    y = (np.int32(0x5F3759DF) - (i >> 1)).view(np.float32)
    return y * (np.float32(1.5) - np.float32(0.5) * x * y * y)
