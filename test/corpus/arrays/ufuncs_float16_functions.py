# args: x=float16[32] p=float16[32]
# range: x=-6..6 p=0.1..10
# ulp: 1
from pylog import *
import numpy as np


@pylog
def ufuncs_float16_functions(x, p):
    return np.exp(x), np.log(p), np.sin(x), np.cos(x), np.tanh(x), np.sqrt(p), np.arctan(x), np.log2(p), np.floor(x)
