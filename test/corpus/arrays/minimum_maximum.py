# args: a=float32[8] b=float32[8] i=int32[8] u=uint8[8]
# values: a=1,nan,3,-0.5,0.0,5,-inf,2 b=2,1,nan,0.0,-4.0,5,7,-2
from pylog import *
import numpy as np


@pylog
def minimum_maximum(a, b, i, u):
    return np.maximum(a, b), np.minimum(a, b), np.maximum(i, 0), np.minimum(i, u), np.maximum(a, 0.5)
