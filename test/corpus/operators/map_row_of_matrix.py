# args: m=int32[5,6] i=2
from pylog import *
import numpy as np


@pylog
def map_row_of_matrix(m, i):
    """A row: offsets along it, or in both coordinates of the matrix."""
    a = plmap(lambda x: x[-1] + x[1], m[2])
    b = plmap(lambda x: x[-1, 0] + x[1, 0], m[2])
    c = plmap(lambda x: x[0] - x[1], m[:, 3])
    d = plmap(lambda x: x[0, -1] + x[0, 1], m[:, 3])
    e = plmap(lambda x: x[1, 0] + x[0, 1], m[i, 1:-1])
    return a, b, c, d, e
