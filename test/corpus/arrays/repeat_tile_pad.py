# args: a=int32[3] m=int32[2,2]
from pylog import *
import numpy as np


@pylog
def repeat_tile_pad(a, m):
    return np.repeat(a, 2), np.tile(a, 3), np.tile(m, (1, 2)), np.pad(a, 2), np.pad(m, 1), np.repeat(m, 2, axis=0)
