# args: a=int32[4] b=int32[5]
from pylog import *
import numpy as np


@pylog
def map_nested_offsets(a, b):
    return plmap(lambda x: np.sum(plmap(lambda y: y[0] * x[1] + y[-1], b)), a)
