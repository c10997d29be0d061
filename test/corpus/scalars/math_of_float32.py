# args: f=float32[4]
# range: f=1..9
from pylog import *
import numpy as np


@pylog
def math_of_float32(f):
    r = math.sqrt(f[0])
    s = np.sqrt(f[0])
    return r, s, r * f[1], s * f[1]
