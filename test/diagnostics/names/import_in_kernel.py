# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    import numpy
    return numpy.sqrt(a)
