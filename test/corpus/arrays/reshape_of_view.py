# args: a=int32[4,6]
from pylog import *
import numpy as np


@pylog
def reshape_of_view(a):
    """A view where the strides allow one, a copy elsewhere."""
    b = a[:, ::2].reshape(-1)
    b[0] = 77
    c = a[1:3].reshape(12)
    c[0] = 88
    d = a.T.ravel()
    d[1] = 99
    e = a[:, :5].reshape(-1)
    e[2] = 66
    return b, c, d, e
