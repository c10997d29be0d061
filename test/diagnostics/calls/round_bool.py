# args: a=bool[4]
from pylog import *


@pylog
def k(a):
    return np.round(a, 1)
