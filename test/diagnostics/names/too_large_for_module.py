# args: a=float64[8]
import numpy as np
from pylog import *

HUGE = np.zeros((1 << 14, 1 << 14))
N = 3


@pylog
def k(a):
    return a * N + HUGE[0, 0]
