# args: x=float64[6]
# values: x=2.5,-2.5,7.0,-7.999,0.0,1e10
from pylog import *
import numpy as np
import math


@pylog
def math_integers(x):
    """math.floor, ceil and trunc give Python ints."""
    s = 0
    for v in x:
        s += math.floor(v) * 3 + math.ceil(v) - math.trunc(v)
    return s, math.isnan(x[0]), math.isinf(x[1]), math.copysign(1.0, -0.0)
