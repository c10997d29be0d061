# args: a=float32[6,6] b=float32[6,6]
from pylog import *
import numpy as np


@pylog
def map_into_slice(a, b):
    b[1:-1, 1:-1] = plmap(lambda x: (x[-1, 0] + x[1, 0] + x[0, -1] + x[0, 1]) * 0.25, a[1:-1, 1:-1])
    a[1:-1, 1:-1] = plmap(lambda x: x[0, 1] - x[0, -1], a[1:-1, 1:-1])  # all read before any is written
    b[0] += plmap(lambda x: x * 2, a[0])
