# args: w=float32[4,6] x=float32[6] b=float32[4]
# sum: 6 of 100
from pylog import *
import numpy as np


@pylog
def matmul_in_expression(w, x, b):
    y = w @ x + b
    z = np.maximum(w @ x + b, 0)
    s = (w @ x).sum() + x @ x
    return y, z, s
