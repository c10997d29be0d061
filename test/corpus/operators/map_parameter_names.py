# args: x=int32[5] y=int32[5]
from pylog import *
import numpy as np


@pylog
def map_parameter_names(x, y):
    a = plmap(lambda x: x + 1, x)
    b = plmap(lambda y: y * 2, x)
    c = plmap(lambda x, y: x - y, y, x)
    return a, b, c, x[0] + y[0]
