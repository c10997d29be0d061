# args: a=int32[6] f=float32[6] u=uint8[6]
# range: a=-6..6 f=0.5..3 u=0..5
# ulp: 1
from pylog import *
import numpy as np


@pylog
def powers(a, f, u):
    p = a[0] ** 2
    q = a[1] ** 3
    r = f[0] ** 2
    s = f[1] ** 0.5
    t = f[2] ** f[3]
    n = 3 ** u
    return p, q, r, s, t, n, a ** 2, a ** 5, u ** u, f ** 2, f ** 3, f ** -1, 2.0 ** a, f ** 0.5
