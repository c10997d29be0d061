# args: x=float64[100] p=float64[100]
# range: x=-6..6 p=0.01..50
# ulp: 1
from pylog import *
import numpy as np


@pylog
def ufuncs_float64_functions(x, p):
    return (
        np.exp(x), np.exp2(x), np.expm1(x), np.log(p), np.log2(p), np.log10(p), np.log1p(p), np.sin(x), np.cos(x),
        np.tanh(x), np.arctan(x), np.sinh(x), np.cosh(x), np.hypot(x, p), np.arctan2(x, p), np.tan(x),
        np.arcsin(x / 6), np.arccos(x / 6), np.power(p, x),
    )
