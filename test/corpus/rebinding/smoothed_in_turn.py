# args: a=float32[8]
# The function writes one argument and gives both, the other way round.
from pylog import *
import numpy as np


def smooth(src, dst):
    dst[1:-1] = (src[:-2] + src[2:]) * np.float32(0.5)
    return dst, src


@pylog
def smoothed_in_turn(a):
    u = a.copy()
    v = a.copy()
    for i in range(5):
        u, v = smooth(u, v)
    return u
