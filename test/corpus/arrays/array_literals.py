# args: x=int32 f=float32
from pylog import *
import numpy as np


@pylog
def array_literals(x, f):
    a = np.array([1, 2, 3])
    b = np.array([[1.5, 2], [3, 4]])
    c = np.array([1, 0, 1], dtype=np.uint8)
    d = np.array([x, x + 1, x * 2])
    e = np.array([f, f * f], dtype=np.float64)
    g = np.array([True, False])
    return a * x, b + f, c, d, e, g
