# args: a=float32[4] u=uint8[4]
from pylog import *
import numpy as np


@pylog
def views_of_bits(a, u):
    i = a.view(np.int32)
    return i ^ 1, u.view(np.int8), a[1].view(np.uint32)
