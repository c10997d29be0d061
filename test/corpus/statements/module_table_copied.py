# args: x=int32[4]
from pylog import *
import numpy as np

V = np.array([3, 1, 4, 1])


@pylog
def module_table_copied(x):
    t = V.copy()
    t[0] = 100
    return t + x, V[0]
