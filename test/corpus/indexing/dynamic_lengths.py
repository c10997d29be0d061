# args: a=int32[8]
from pylog import *
import numpy as np


@pylog
def dynamic_lengths(a):
    s = 0
    for i in range(1, 5):
        v = a[:i]
        s += len(v) + v.shape[0]
    return s
