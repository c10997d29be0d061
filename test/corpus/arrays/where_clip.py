# args: a=float32[9] b=float32[9] i=int32[9]
from pylog import *
import numpy as np


@pylog
def where_clip(a, b, i):
    c = np.where(a > b, a, b)
    d = np.where(i > 0, i, 0)
    e = np.where(a > 0, 1, -1)
    f = np.clip(a, -2, 2)
    g = np.clip(i, -10, 10)
    h = np.clip(a, b, b + 1)
    k = a.clip(0.0, 1.0)
    return c, d, e, f, g, h, k, np.where(a > 0, a, i), np.where(i > 0, 0.5, a)
