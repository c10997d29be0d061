# args: a=complex128[12] b=complex128[12]
# values: a=inf,nan,0.0,-0.0,-0.0,1.0,nan,nan,1e308,1e308,1e-310,0.0,0.0,0.0,-inf,2.0,3.0,-0.0,1.0,1.0,-1.0,inf,0.0,-1.0 b=0.0,0.0,1.0,-0.0,-0.0,0.0,inf,1.0,1e308,-1e308,1e-310,1e-310,0.0,-0.0,0.0,2.0,-inf,inf,1.0,nan,0.0,-3.0,-2.0,0.0
from pylog import *
import numpy as np


@pylog
def special_values(a, b):
    return a * b, a / b, b / a, a + b, a - b, -a, np.conj(a), a == b, a**2, a**3, a**4, np.square(b)
