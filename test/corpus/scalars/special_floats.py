# args: f=float32[7]
# values: f=1e38,-1e38,1e-40,inf,nan,-0.0,0.0
from pylog import *
import numpy as np


@pylog
def special_floats(f):
    a = f[0] * 10
    b = f[1] * 10
    c = f[2] / 2
    d = f[3] - f[3]
    e = f[5] + f[6]
    g = -f[6]
    h = f[2] * f[2]
    return a, b, c, d, e, g, h, np.maximum(f[:5], 0), np.minimum(f[:5], 0), abs(f), -f, np.sign(f)
