# args: m=float32[4,5] r=float32[5] c=float32[4,1]
from pylog import *
import numpy as np


@pylog
def broadcast_2d(m, r, c):
    a = m + r
    b = m * c
    d = r - c
    e = m + r[0]
    return a, b, d, e, m - r[None, :] + c
