# args: m=int32[3,4]
from pylog import *
import numpy as np


@pylog
def transposed_store(m):
    m.T[1] = 9
    t = m.T
    t[2:, 1:] += 100
    return t[::-1, ::2]
