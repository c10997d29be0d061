# args: m=int32[4,4]
from pylog import *
import numpy as np


@pylog
def map_transposed(m):
    return plmap(lambda x, y: x - y, m, m.T)
