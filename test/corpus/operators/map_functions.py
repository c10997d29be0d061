# args: x=float64[6]
# range: x=0.1..3
# ulp: 2
from pylog import *
import numpy as np


@pylog
def map_functions(x):
    a = plmap(lambda v: np.sqrt(v) + 1, x)
    b = map(lambda v: math.exp(-v), x)
    c = map(lambda v: np.where(v > 1, v, 0.0), x)
    d = map(lambda v: np.maximum(v, 1.5), x)
    return a, b, c, d
