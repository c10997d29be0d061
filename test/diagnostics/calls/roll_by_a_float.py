# args: a=float32[4]
from pylog import *


@pylog
def k(a):
    return np.roll(a, 2.5)
