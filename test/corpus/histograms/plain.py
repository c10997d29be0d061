# args: x=uint8[64] hist=int32[16]
from pylog import *
import numpy as np


@pylog
def plain(x, hist):
    hist[:] = 0
    for v in x:
        hist[v >> 4] += 1
