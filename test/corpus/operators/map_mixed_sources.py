# args: a=int32[6] b=int32[3,6]
from pylog import *
import numpy as np


@pylog
def map_mixed_sources(a, b):
    return plmap(lambda x, y: x[1] - y[0], a, b[1]), plmap(lambda x, y: x * y, a[::2], b[0, 3:])
