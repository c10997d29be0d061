# args: a=int32[6] u=uint8[6] s=int32[6]
# values: a=1,-1,1000,-1000,2147483647,-2147483648 s=0,1,5,31,4,2 u=1,3,128,255,200,7
from pylog import *
import numpy as np


@pylog
def shifts(a, u, s):
    x = a[0] << 4
    y = a[3] >> 2
    z = u[3] << 1
    w = u[2] >> 7
    v = 1 << a[0]
    return x, y, z, w, v, a << s, a >> s, u << 3, u >> 2, u[0] << 7
