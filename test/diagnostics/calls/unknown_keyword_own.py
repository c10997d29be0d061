# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    def scale(x, factor):
        return x * factor

    return scale(a, facter=2)
