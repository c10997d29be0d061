# args: a=int16[6] f=float32[6] s=int64 t=float64 u=uint8
from pylog import *
import numpy as np


@pylog
def array_with_scalar(a, f, s, t, u):
    """A NumPy scalar is as strong as an array."""
    return a + s, a * u, f + t, f * s, a + a[0], f * f[1]
