# args: a=complex64[8]
from pylog import *
import numpy as np


def rotated(z, w):
    return z * w, np.conj(z)


def scale(v, s):
    for i in range(len(v)):
        v[i] = v[i] * s


@pylog
def in_functions(a):
    scale(a, 1j)
    out = np.zeros(8, np.complex64)
    for i in range(8):
        p, q = rotated(a[i], a[7 - i])
        out[i] = p - q
    return out, pymax(a)


def pymax(a):
    best = a[0]
    for z in a:
        if abs(z) > abs(best):
            best = z
    return best
