# args: a=complex64[4,5] b=complex64[5,3] c=complex64[4,3]
from pylog import *
import numpy as np


@pylog
def matrix_product(a, b, c):
    for i in range(4):
        for j in range(3):
            s = c[i, j]
            for k in range(5):
                s += a[i, k] * np.conj(b[k, j])
            c[i, j] = s
