# args: p=bool[5] f=float32[5]
from pylog import *
import numpy as np


@pylog
def map_booleans(p, f):
    return plmap(lambda x, y: y if x else 0.0, p, f), plmap(lambda x: not x, p), plmap(lambda x: 1, f)
