# args: m=int32[5,6]
from pylog import *
import numpy as np


@pylog
def views_write_through(m):
    row = m[1]
    col = m[:, 2]
    block = m[2:4, 3:]
    inner = block[1]
    rev = m[4][::-1]
    row[0] = 100
    col[:] = 7
    block += 1000
    inner[0] = -1
    rev[0] = 55
    return row[2], col[3], block, rev
