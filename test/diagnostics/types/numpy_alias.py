# args: a=float32[4]
from pylog import *


@pylog
def k(a):
    return a.astype(np.float), np.zeros(3, dtype=np.int)
