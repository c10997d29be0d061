# args: x=float64[100]
# range: x=-6..6
# ulp: 4
from pylog import *
import numpy as np


# NumPy asks the platform, whose cube roots are up to 4 ulp off (glibc's manual, 2.36); ours is tested against MPFR.
@pylog
def cube_roots_float64(x):
    return np.cbrt(x)
