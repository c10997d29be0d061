# args: a=int32[7]
from pylog import *
import numpy as np


@pylog
def map_local_maxima(a):
    return plmap(lambda x: x[0] if x[0] > x[1] and x[0] > x[-1] else 0, a), plmap(lambda x: x[-2] if x > 0 else -x, a)
