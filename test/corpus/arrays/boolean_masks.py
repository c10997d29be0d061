# args: a=int32[10] f=float32[3,4] p=bool[10]
from pylog import *
import numpy as np


@pylog
def boolean_masks(a, f, p):
    a[a > 50] = 50
    a[p] = -1
    f[f < 0] = 0
    a[(a > 0) & (a % 2 == 0)] += 1000
    f[f > 5] *= 0.5
    return a
