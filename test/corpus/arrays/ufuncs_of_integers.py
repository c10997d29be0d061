# args: a=int32[6] b=int8[6] c=int16[6] u=uint8[6]
# range: a=1..50 b=1..50 c=1..50 u=1..50
# ulp: 4
from pylog import *
import numpy as np


@pylog
def ufuncs_of_integers(a, b, c, u):
    """An integer argument makes the smallest float that holds it: float16, float32 or float64."""
    return np.sqrt(a), np.sqrt(b), np.sqrt(c), np.exp(u), np.log(a), np.sin(c), np.floor(a), np.sqrt(u[0]), np.arctan2(a, b)
