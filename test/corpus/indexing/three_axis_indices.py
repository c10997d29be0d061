# args: t=int16[3,4,5] i=1 j=2
from pylog import *
import numpy as np


@pylog
def three_axis_indices(t, i, j):
    t[i, j, 4] = t[i, j][0] + t[i][j, 1]
    t[i, :, j] = t[:, j, i][0]
    t[-1, j:, :i] = 5
    return t[i, j], t[:, i, j], t[i, j, i : j + 1].sum(), t[2 * i, j - 1, -i]
