# args: a=int32[6] f=float64[6]
# values: f=2.5,-2.5,3.5,0.49999999999999994,-0.5,1e15 a=-5,4,3,-2,1,0
from pylog import *
import numpy as np


@pylog
def builtin_calls(a, f):
    x = abs(a[0])
    y = min(a[0], a[1]) + max(a[2], a[3])
    z = round(f[0]) + round(f[1]) + round(f[2]) + round(f[3])
    w = int(f[0]) + int(f[1]) + int(a[0])
    v = float(a[0]) / 2
    b = bool(a[5])
    c = bool(f[0])
    m = min(3, 1, 2) + max(4, 9, 7)
    n = len(a) + len(f[1:])
    return x, y, z, w, v, b, c, m, n, abs(-3), abs(f[1]), round(-7 / 2), int(-3.9), float(7)
