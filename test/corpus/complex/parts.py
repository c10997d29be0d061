# args: a=complex64[4,3] x=float32[4,3]
from pylog import *
import numpy as np


@pylog
def parts(a, x):
    r = a.real
    a.imag[1:] = x[1:] * 2
    a.real[0, 1] = 7
    r[2, :] += 1
    return r[1, 2], np.imag(a), np.real(a[1]), a.T.imag, x.imag, a[0, 0].real
