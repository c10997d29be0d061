# args: a=complex64[8] b=complex128[8]
# values: a=1,0,-1,0,0,2,3,-4,-0.5,-0.25,0.6,0.8,1e19,-1e18,0,-3
# values: b=1.0000001,1e-9,-1,-0.0,-4,0.0,1e300,1e301,3e-310,2e-310,0.6,0.8,-2,1e-12,0.25,-7
# ulp: 16
from pylog import *
import numpy as np


@pylog
def logarithms(a, b):
    return np.log(a), np.log(b)
