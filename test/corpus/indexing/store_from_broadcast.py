# args: m=float32[4,5] r=float32[5]
from pylog import *
import numpy as np


@pylog
def store_from_broadcast(m, r):
    m[:] = r
    m[1:3] = 7
    m[:, 1] = r[:4]
    m[2:, 2:4] = r[0]
    m[3, :] = np.float32(2) * r + 1
    m[..., 4] = 0
