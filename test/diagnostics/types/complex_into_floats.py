# args: a=complex64[4] x=float32[4]
from pylog import *
import numpy as np


@pylog
def k(a, x):
    x[0] = a[0]
    x[:] = a
