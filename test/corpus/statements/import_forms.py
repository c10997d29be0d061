# args: x=float64[4]
# range: x=1..9
from pylog import *
import numpy as np
import math as m
import numpy
from math import sqrt, pi as PI
from numpy import zeros, float32


@pylog
def import_forms(x):
    out = zeros(4, dtype=float32)
    for i in range(4):
        out[i] = sqrt(x[i]) + m.floor(x[i])
    return out, numpy.maximum(x, 2.0), PI * 2
