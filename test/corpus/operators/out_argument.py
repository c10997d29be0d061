# args: a=float32[4,5] b=float32[5,3] c=float32[4,3] d=float32[4,5] n=int32[6] m=int64[6]
# sum: 5
from pylog import *
import numpy as np


@pylog
def out_argument(a, b, c, d, n, m):
    np.matmul(a, b, c)
    np.add(a, d, out=d)
    np.maximum(a, 0.5, out=a)
    np.multiply(n, 2, out=m)
    e = np.subtract(n, 1, out=n)
    e[0] = 7
    return e
