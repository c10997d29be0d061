# args: a=float32[16] b=float32[16] i=int32[16] j=int8[16]
# sum: 16 of 100
from pylog import *
import numpy as np


@pylog
def dot_vectors(a, b, i, j):
    return np.dot(a, b), a @ b, np.dot(i, j), i @ i, a.dot(b), np.inner(a, b), np.vdot(a, b), dot(i, i)
