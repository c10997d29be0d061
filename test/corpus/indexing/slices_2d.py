# args: m=int32[6,7]
from pylog import *
import numpy as np


@pylog
def slices_2d(m):
    return (
        m[1:4, 2:5], m[::2, ::3], m[::-1, ::-1], m[:, 3], m[2, :], m[2], m[-1, 1:-1], m[1:-1, -1], m[4:1:-1, :2],
        m[1:3][0], m[:, 1:][2, 0], m[3][2],
    )
