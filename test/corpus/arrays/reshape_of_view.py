# args: a=int32[4,6]
from pylog import *
import numpy as np


@pylog
def reshape_of_view(a):
    """Of whole rows: a view. Of turned or cut rows: a copy."""
    c = a[1:3].reshape(12)
    c[0] = 88
    d = a.T.ravel()
    e = a[:, :5].reshape(-1)
    f = a[:, ::2].reshape(-1).copy()
    f[0] = 77
    a[0] = 5
    return c, d, e, f
