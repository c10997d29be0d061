# args: t=int32[4,5,6]
from pylog import *
import numpy as np


@pylog
def map_three_dimensions(t):
    a = plmap(lambda x: x[-1, 0, 0] + x[0, 1, 0] + x[0, 0, -1], t)
    b = plmap(lambda x: dot(x[:, 0, 0], x[:, 0, 0]), t[0])
    return a, b
