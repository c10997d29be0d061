# args: a=int32[8] m=int32[3,3]
from pylog import *
import numpy as np


@pylog
def overlapping_augmented(a, m):
    a[1:] += a[:-1]
    a[::2] -= a[1::2]
    m += m.T
    m[0] *= m[:, 0]
