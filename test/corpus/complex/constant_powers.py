# args: a=complex64[8] b=complex128[8] x=float64[8] z=1.5-2.0j w=complex128
# values: a=1,0,-1,0,0,2,3,-4,-0.5,-0.25,0.6,0.8,1e19,-1e18,0,-3
# values: b=1.0000001,1e-9,-1,-0.0,-4,0.0,1e300,1e301,3e-310,2e-310,0.6,0.8,-2,1e-12,0.25,-7
# values: x=0.5,2.25,-1.5,0.75,-0.5,1.5,-2.5,0.25 w=0.5,-1.25
# ulp: 16
from pylog import *
import numpy as np


@pylog
def constant_powers(a, b, x, z, w):
    return z ** 3, z ** -2, 2.0 ** w, x ** 1j, a ** -1, a[:4] ** -3, np.power(b[5:], 2.5)
