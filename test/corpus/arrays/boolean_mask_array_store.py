# args: a=float32[8] b=float32[8]
from pylog import *
import numpy as np


@pylog
def boolean_mask_array_store(a, b):
    m = a < b
    c = np.where(m, b, a)
    n = np.sum(m)
    k = np.count_nonzero(m)
    return c, n, k, m.any(), m.all(), ~m
