# args: a=float32[4] b=int32[4] c=int16[4] d=complex64[4] h=bool[4]
from pylog import *
import numpy as np


@pylog
def types(a, b, c, d, h):
    p = a * 1j
    q = b + 2j
    r = c * d
    s = b * d
    t = h + d
    u = a.astype(np.complex128)
    v = d.astype(complex)
    w = d * np.float64(0.5)
    return p, q, r, s, t, u, v, w, np.complex64(1 + 2j) * a
