# args: a=float32[3] b=float32[3] m=float64[4,3] n=float64[4,3] i=int32[3] t=int16[2,2,3]
from pylog import *


@pylog
def cross_products(a, b, m, n, i, t):
    return np.cross(a, b), np.cross(m, n), np.cross(i, a), np.cross(t, t[::-1])
