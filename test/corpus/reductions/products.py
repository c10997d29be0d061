# args: a=int32[6] f=float64[5] m=int64[3,3] u=uint8[4]
# values: a=-5,4,3,-2,1,7
# range: f=0.5..2 m=1..5 u=1..9
# sum: 5
from pylog import *
import numpy as np


@pylog
def products(a, f, m, u):
    return np.prod(a), np.prod(f), np.prod(m, axis=0), m.prod(axis=1), np.prod(u), a[1:3].prod()
