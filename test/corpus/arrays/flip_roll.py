# args: a=int32[6] m=int32[3,4]
from pylog import *
import numpy as np


@pylog
def flip_roll(a, m):
    return (
        np.flip(a), np.flip(m), np.flip(m, axis=1), np.flipud(m), np.fliplr(m), np.roll(a, 2), np.roll(a, -1),
        np.roll(m, 1, axis=0), np.roll(m, -2, axis=1), np.roll(m, 3),
    )
