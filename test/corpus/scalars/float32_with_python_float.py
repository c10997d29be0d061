# args: f=float32 x=0.1
from pylog import *
import numpy as np


@pylog
def float32_with_python_float(f, x):
    """A Python float meets float32 weakly, a float64 scalar does not."""
    a = f * x
    b = f * np.float64(0.1)
    c = f + 1e-9
    d = x * x * f
    return a, b, c, d
