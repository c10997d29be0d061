# args: f=float64[4]
# values: f=0.0,-0.0,-8.0,2.0
# ulp: 1
from pylog import *
import numpy as np


@pylog
def power_cases(f):
    return f ** 0, f ** 2, f ** -2, f ** 0.5, f ** 3, 0.0 ** f, 2.0 ** f, (-1.0) ** f
