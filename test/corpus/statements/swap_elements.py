# args: m=float32[3,3]
from pylog import *
import numpy as np


@pylog
def swap_elements(m):
    for i in range(3):
        for j in range(i):
            m[i, j], m[j, i] = m[j, i], m[i, j]
    m[0], m[1] = m[1], m[0].copy()
    return m
