# args: a=complex64[5,4] b=complex64[4,3]
# sum: 20 of 400
from pylog import *
import numpy as np


@pylog
def reductions(a, b):
    return a.sum(), a.mean(axis=0), np.cumsum(a, axis=1), a @ b, np.dot(a[0], b[:, 1]), np.vdot(a[1], a[2]), sum(a[3])
