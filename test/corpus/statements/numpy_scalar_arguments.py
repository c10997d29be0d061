# args: x=int32 y=float32 z=uint8 n=4
from pylog import *
import numpy as np


@pylog
def numpy_scalar_arguments(x, y, z, n):
    w = x * n + z
    v = y * 2 + x
    u = z + n
    return w, v, u, z * z, y / n
