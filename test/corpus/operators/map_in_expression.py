# args: a=float32[8] b=float32[8]
from pylog import *
import numpy as np


@pylog
def map_in_expression(a, b):
    c = plmap(lambda x: x * x, a) + b * plmap(lambda x: x + 1, b)
    d = plmap(lambda x: -x, a)[2:5]
    e = np.max(plmap(lambda x, y: abs(x - y), a, b))
    return c, d, e
