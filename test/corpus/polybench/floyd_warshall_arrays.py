# args: path=int32[6,6]
# range: path=1..99
from pylog import *
import numpy as np


@pylog
def floyd_warshall_arrays(path):
    for k in range(6):
        path[:] = np.minimum(path, path[:, k, None] + path[None, k, :])
