# args: a=int32[8] m=int32[4,8]
from pylog import *
import numpy as np


@pylog
def map_backwards(a, m):
    return plmap(lambda x: x[1], a[::-1]), plmap(lambda x: x[1, 1], m[::-1, ::2]), plmap(lambda x: x[-1:2], a[6:1:-2])
