# args: z=0.5-1.5j x=2.5 n=3
from pylog import *
import numpy as np


@pylog
def python_numbers(z, x, n):
    w = complex(x, -1.0) * z + 2
    v = w / z - 1j * n
    u = (1 + 2j) * 3.0
    return w, v, u, v.real, w.imag, z.conjugate(), abs(complex(3, 4)), z == w, z != 1
