# args: a=float32[5]
from pylog import *
import numpy as np


@pylog
def chained_array(a):
    u = v = a * 2
    u[0] = 99.0  # one array, two names
    w = a
    w[1] = -1.0
    return u, v, w
