# args: a=complex64[8] b=complex64[8]
# values: a=0.0,0.0,-0.0,0.0,inf,1.0,nan,2.0,1.0,-0.0,3e38,3e38,1e-42,0.0,-1.0,-1.0 b=0.0,0.0,-0.0,-0.0,0.0,-0.0,1.0,inf,-inf,-inf,0.0,2.0,1e-42,1e-42,-0.0,0.0
from pylog import *
import numpy as np


@pylog
def scalar_special_values(a, b):
    p = np.zeros(8, dtype=np.complex64)
    q = np.zeros(8, dtype=np.complex64)
    r = np.zeros(8, dtype=np.complex64)
    for i in range(8):
        p[i] = a[i] * b[i]
        q[i] = a[i] / b[i]
        r[i] = a[i] ** 2
    return p, q, r
