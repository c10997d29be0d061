# args: a=complex128[10]
# values: a=inf,0.0,inf,1.0,-inf,2.0,-inf,inf,inf,-inf,nan,0.0,nan,1.0,1.0,inf,710.0,1.5,0.0,-0.0
# ulp: 4
from pylog import *
import numpy as np


@pylog
def exp_special(a):
    return np.exp(a), np.isnan(a), np.isinf(a), np.isfinite(a)
