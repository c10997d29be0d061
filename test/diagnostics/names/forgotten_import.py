# args: a=float32[8]
from pylog import pylog


@pylog
def k(a):
    return np.sqrt(a)
