# args: x=float64[6]
# range: x=0.1..0.9
# ulp: 1
from pylog import *
import numpy as np
import math


@pylog
def math_functions(x):
    """math.* gives Python floats whatever it is given."""
    a = math.sqrt(x[0])
    b = math.sin(x[1])
    c = math.exp(x[2])
    d = math.log(x[3])
    e = math.atan2(x[4], x[5])
    f = math.pow(2, 10)
    g = math.fabs(-x[0])
    h = math.hypot(3, 4)
    k = math.cos(0.0)
    l = math.tanh(x[0])
    m = math.log2(8) + math.log10(1000)
    return a, b, c, d, e, f, g, h, k, l, m
