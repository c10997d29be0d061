# args: m=int32[3,3]
from pylog import *
import numpy as np


@pylog
def return_from_loops(m):
    for i in range(3):
        for j in range(3):
            if m[i, j] < -40:
                return i, j, m[i, j]
    return -1, -1, m[0, 0]
