# NumPy's own float32 functions are up to 4 ulp off (exp 2.5, arctan2 and cosh 2).
# args: x=float32[32] p=float32[32]
# range: x=-6..6 p=0.01..50
# ulp: 4
from pylog import *
import numpy as np


@pylog
def ufuncs_float32_functions(x, p):
    return (
        np.exp(x), np.exp2(x), np.expm1(x), np.log(p), np.log2(p), np.log10(p), np.log1p(p), np.sin(x), np.cos(x),
        np.tanh(x), np.arctan(x), np.sinh(x), np.cosh(x), np.cbrt(x), np.hypot(x, p), np.arctan2(x, p), np.tan(x),
        np.arcsin(x / 6), np.arccos(x / 6), np.power(p, x),
    )
