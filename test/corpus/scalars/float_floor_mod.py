# args: a=float64[12] b=float64[12]
# values: a=7.5,-7.5,7.5,-7.5,0.0,-0.0,1e300,5.0,inf,nan,-1.0,3.0 b=2.0,2.0,-2.0,-2.0,3.0,3.0,7.0,inf,2.0,1.0,inf,-inf
from pylog import *
import numpy as np


@pylog
def float_floor_mod(a, b):
    q = np.zeros(12)
    for i in range(12):
        q[i] = a[i] // b[i] + a[i] % b[i]
    return a // b, a % b, np.fmod(a, b), q
