# args: a=float32[4]
from pylog import *


@pylog
def ndarrays(a):
    b = np.ndarray((2, 4), np.float32)
    c = np.ndarray(shape=4, dtype=np.int16)
    d = np.ndarray((3,))
    b[0] = a
    b[1] = a * 2
    c[:] = 7
    d[:] = 1
    return b, c, d
