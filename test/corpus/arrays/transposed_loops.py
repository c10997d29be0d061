# args: m=float32[3,5]
from pylog import *
import numpy as np


@pylog
def transposed_loops(m):
    t = m.T
    s = np.zeros(5, dtype=np.float32)
    for i in range(5):
        for j in range(3):
            s[i] = s[i] * 0.5 + t[i, j]
    for col in m.T:
        col[0] = s[0]
    return s
