# args: x=int32[4] y=int32[6]
from pylog import *
import numpy as np


@pylog
def outer_by_newaxis(x, y):
    p = x[:, np.newaxis] * y[np.newaxis, :]
    q = x[:, None] - y
    d = abs(q)
    return p, q, d, x[None, :, None].shape[1]
