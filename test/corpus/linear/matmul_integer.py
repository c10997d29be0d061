# args: a=int32[3,4] b=int32[4,2] c=uint8[3,4] d=int8[4,2] p=bool[2,3] q=bool[3,2]
from pylog import *
import numpy as np


@pylog
def matmul_integer(a, b, c, d, p, q):
    return a @ b, c @ d, a @ d, np.dot(c, b), p @ q, c @ c.T
