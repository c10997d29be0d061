# args: a=float32[5] z=float32[5]
# values: a=1,-1,0,nan,inf z=0,0,0,0,-0.0
from pylog import *
import numpy as np


@pylog
def float_division_by_zero(a, z):
    x = a[0] / z[0]
    y = a[1] / z[4]
    return x, y, a / z, a // z, a % z
