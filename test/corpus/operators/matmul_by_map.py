# PyLog listing 3, line 11: row of one, column of the other.
# args: ma=float32[4,4] mb=float32[4,4]
# sum: 4 of 100
from pylog import *
import numpy as np


@pylog
def matmul_by_map(ma, mb):
    return map(lambda x, y: dot(x[0, :], y[:, 0]), ma, mb)
