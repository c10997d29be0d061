# args: f=float32[5]
# values: f=0.5,1.5,2.5,-0.5,2.675
from pylog import *
import numpy as np


@pylog
def round_half_even(f):
    return round(f[0]), round(f[1]), round(f[3]), np.round(f, 2), np.floor(f[1]), math.floor(f[3])
