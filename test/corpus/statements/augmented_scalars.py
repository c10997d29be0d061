# args: a=int16[8]
# range: a=1..60
from pylog import *
import numpy as np


@pylog
def augmented_scalars(a):
    s = a[0]
    s += a[1]
    s -= 3
    s *= a[2]
    s //= 2
    s %= 1000
    s <<= 2
    s >>= 1
    s |= a[3]
    s &= 1023
    s ^= 85
    t = 2
    t **= 5
    f = 1.5
    f /= 4
    return s, t, f
