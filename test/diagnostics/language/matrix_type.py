# args: a=float32[8]
import numpy as np
from pylog import *


@pylog
def k(a):
    m = np.matrix([[1, 2], [3, 4]])
    return m
