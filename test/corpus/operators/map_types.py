# args: a=int8[6] f=float32[6] u=uint8[6]
from pylog import *
import numpy as np


@pylog
def map_types(a, f, u):
    return map(lambda x, y: x + y, a, f), map(lambda x: x > 0, a), map(lambda x: x * 0.5, a), map(lambda x, y: x * y, a, u), map(lambda x: x / 2, f)
