# args: x=float32
from pylog import *
import numpy as np


@pylog
def creation(x):
    a = np.zeros(4, dtype=complex)
    a[1] = 1 + 2j
    a[2] = x
    b = np.ones((2, 2), np.complex64)
    b[0] = [1j, 2]
    c = np.array([1, 2j, 3 - 1j])
    d = np.full(3, 1 - 1j)
    e = np.zeros_like(c)
    e[:2] = c[1:]
    return a, b, c, d, e, np.concatenate([c, a]), np.eye(2, dtype=np.complex64)
