# args: a=complex64[16] b=complex128[16]
# range: a=-3..3 b=-3..3
# ulp: 4
from pylog import *
import numpy as np


@pylog
def functions(a, b):
    return np.abs(a), abs(b), np.angle(a), np.exp(a), np.exp(b), np.angle(b, deg=True), np.absolute(b) ** 2
