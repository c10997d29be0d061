# The C library's hyperbolic functions are up to 2 ulp off.
# args: x=float64[40] y=float64[40]
# range: x=-0.95..0.95 y=-8..8
# ulp: 2
from pylog import *
import numpy as np


@pylog
def math_float64(x, y):
    out = np.zeros((40, 9))
    for i in range(40):
        out[i, 0] = math.asin(x[i])
        out[i, 1] = math.acos(x[i])
        out[i, 2] = math.atan(y[i])
        out[i, 3] = math.sinh(y[i])
        out[i, 4] = math.cosh(y[i])
        out[i, 5] = math.tanh(x[i])
        out[i, 6] = math.expm1(x[i])
        out[i, 7] = math.log1p(x[i])
        out[i, 8] = math.log10(abs(y[i]))
    return out, math.fmod(-2.5, 0.75), math.degrees(0.75), math.radians(-2.5), math.trunc(-2.5), math.ceil(-2.5)
