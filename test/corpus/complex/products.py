# args: a=complex128[3,4]
# range: a=-2..2
from pylog import *
import numpy as np


@pylog
def products(a):
    return a.prod(axis=1), np.cumprod(a, axis=1), np.outer(a[0], a[1])
