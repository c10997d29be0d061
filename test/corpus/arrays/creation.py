# args: a=int16[2,3]
from pylog import *
import numpy as np


@pylog
def creation(a):
    z = np.zeros(4)
    y = np.zeros((2, 3), dtype=np.int8)
    o = np.ones(3, dtype=np.float32)
    f = np.full((2, 2), 7)
    g = np.full(3, 0.5, dtype=np.float32)
    h = np.full(2, a[0, 0])
    i = np.eye(3)
    j = np.eye(2, 4, dtype=np.int32)
    k = np.identity(2)
    return z, y, o, f, g, h, i, j, k, np.zeros_like(a), np.ones_like(a), np.full_like(a, 9), np.zeros_like(a, dtype=np.float32)
