# args: a=int32[10] f=float32[4,4]
from pylog import *
import numpy as np


@pylog
def augmented_slices(a, f):
    a[2:6] += 10
    a[::3] *= 2
    a[-2:] -= a[:2]
    a[1] //= 3
    f[1:3, 1:3] *= 0.5
    f[:, 0] += f[0, :]
    f[3] /= 4
    a[:4] <<= 1
    a[4:] &= 0x7F
