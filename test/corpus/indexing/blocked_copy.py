# args: a=float32[8,8] b=float32[8,8]
from pylog import *
import numpy as np


@pylog
def blocked_copy(a, b):
    for bi in range(0, 8, 4):
        for bj in range(0, 8, 4):
            tile = a[bi : bi + 4, bj : bj + 4]
            b[bj : bj + 4, bi : bi + 4] = tile.T
