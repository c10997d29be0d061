# args: x=int32[6]
from pylog import *
import numpy as np

T = [[1, 2, 3], [4, 5, 6]]
W = np.array([[0.5, 0.25], [1.5, -2.0]], dtype=np.float32)


@pylog
def module_tables_2d(x):
    s = 0
    for i in range(6):
        s += T[i % 2][i % 3] * x[i]
    v = W * 2
    return s, v, W[1] @ W[0], W.sum(), np.array(T) + 1, len(T), len(T[0])
