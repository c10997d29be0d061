# args: a=complex64[4,6]
from pylog import *
import numpy as np


@pylog
def views(a):
    b = a[1:3, ::2]
    b *= 2j
    c = a.T[2]
    c[0] = 5
    a[0, 1:] = a[0, :-1]
    return b, c, a.reshape(24)[3:7], np.flip(a[2])
