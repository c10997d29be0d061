# args: t=float32[3,4,5] v=int32[7]
from pylog import *
import numpy as np


@pylog
def shape_queries(t, v):
    n = t.shape[0] * t.shape[-1]
    a, b, c = t.shape
    u = t[1:, ::2]
    return n, a + b * c, u.shape[0], u.shape[1], len(u), len(t[0]), v.size, t.ndim, u.size, v.shape[0]
