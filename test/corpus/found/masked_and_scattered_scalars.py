# A NumPy number wraps on its way through a mask or an index array; into an element it must fit.
# args: a=int8[4] b=int16[5] x=uint16 u=uint32
# values: a=1,2,3,4 b=1,2,3,4,5 x=10544 u=4294967280
import numpy as np
from pylog import *


@pylog
def masked_and_scattered_scalars(a, b, x, u):
    a[a > 2] = x
    b[np.array([0, 3])] = u
    b[b == 2] += u
    b[np.array([4, 4])] = ~np.uint64(127)
