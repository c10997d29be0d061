# args: m=int32[6,6]
from pylog import *
import numpy as np


@pylog
def dynamic_blocks(m):
    s = 0
    for i in range(1, 6):
        s += np.sum(m[:i, i:]) + np.max(m[:i, :i])
        m[i:, i] = m[i, i:]
        m[:i, :i] += m[:i, :i].T
    return s
