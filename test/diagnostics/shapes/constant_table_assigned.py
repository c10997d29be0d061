# args: a=float32[8]
from pylog import *

TABLE = np.array([1, 2, 3])


@pylog
def k(a):
    TABLE[0] = 5
    return a[TABLE[0]]
