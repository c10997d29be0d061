# args: f=float32[12] d=float64[12] i=int32[12]
# values: f=0.5,1.5,2.5,-0.5,-1.5,-2.5,0.0,-0.0,4.0,9.0,100.75,1e10
from pylog import *
import numpy as np


@pylog
def ufuncs_exact(f, d, i):
    """Those that are exactly rounded everywhere."""
    p = np.abs(d)
    return (
        np.floor(f), np.ceil(f), np.trunc(f), np.rint(f), np.round(f), np.sqrt(abs(f)), np.sqrt(p), np.square(f),
        np.sign(f), np.sign(i), np.abs(i), np.absolute(f), np.negative(f), np.fabs(d), np.reciprocal(p), np.copysign(f, -1.0),
        np.floor(d), np.add(f, 1), np.subtract(i, f), np.multiply(i, 2), np.divide(i, 4), np.true_divide(f, 2),
    )
