# args: a=int32[64] b=int32[64]
# schedule: dataflow; pipeline i; pipeline j
from pylog import *


@pylog
def processes(a, b):
    squares = np.zeros(64, np.int32)
    for i in range(64):
        squares[i] = a[i] * a[i]
    for j in range(64):
        b[j] = squares[63 - j] + 1
