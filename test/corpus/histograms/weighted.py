# args: x=int32[40] w=float32[40]
# range: x=0..7
from pylog import *
import numpy as np


@pylog
def weighted(x, w):
    hist = np.zeros(8, dtype=np.float32)
    for v, y in zip(x, w):
        hist[v] += y
    return hist, np.argmax(hist)
