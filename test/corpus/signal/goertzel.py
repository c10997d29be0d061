# args: x=float64[20]
# ulp: 8
from pylog import *
import numpy as np


@pylog
def goertzel(x):
    w = 2.0 * math.cos(2.0 * math.pi * 3 / 20)
    s1 = 0.0
    s2 = 0.0
    for v in x:
        s0 = v + w * s1 - s2
        s2 = s1
        s1 = s0
    return s1 * s1 + s2 * s2 - w * s1 * s2 > 0
