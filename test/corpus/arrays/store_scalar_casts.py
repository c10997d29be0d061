# args: f=float64[4] i=int32[4] g=float32[4] u=uint8[4] big=int64[2]
# values: f=1.75,-1.75,3.5,200.0 big=70000,-1
from pylog import *
import numpy as np


@pylog
def store_scalar_casts(f, i, g, u, big):
    i[0] = f[0]
    i[1] = f[1]
    i[2] = 3.99
    i[3] = True
    g[0] = 0.1
    g[1] = f[2]
    g[2] = 16777217
    g[3] = big[0]
    u[0] = f[3]
    u[1] = i[0]
    u[2] = 255
