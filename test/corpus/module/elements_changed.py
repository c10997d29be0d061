# args: a=float32[3]
# Elements and slices of arrays that are changed after they were made.
import numpy as np
from pylog import *

W = np.array([1.0, 2.0, 4.0], dtype=np.float32)
W[1] = 3.0
W[2:] += 0.5
M = np.zeros((2, 3), np.float32)
M[0] = W
M[1, ::2] = [7, 9]
M[M > 6] -= 1


@pylog
def elements_changed(a):
    return a * W, M @ a
