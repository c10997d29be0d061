# args: a=int32[5] f=float32[5] k=3 x=0.25
from pylog import *
import numpy as np


@pylog
def mixed_python_and_numpy(a, f, k, x):
    p = k * a[0]
    q = x * a[0]
    r = x * f[0]
    s = k / a[1]
    t = (k + x) * f[1]
    u = k // 2 * a[2]
    v = float(f[2]) * x
    w = int(a[3]) * k
    return p, q, r, s, t, u, v, w, a * k, a * x, f * k, f - x, k - a
