# args: a=float32[4,3]
from pylog import *


@pylog
def k(a):
    return np.multiply.accumulate(a, axis=None)
