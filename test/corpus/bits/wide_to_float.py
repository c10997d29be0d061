# args: u=uint64[3] i=int64[3]
# range: u=0..18446744073709551615
from pylog import *
import numpy as np


@pylog
def wide_to_float(u, i):
    return u + i, u / 3, u * 0.5, u + np.int8(1), u[0] + i[0], np.mean(u), u ** 2
