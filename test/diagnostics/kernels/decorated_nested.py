# args: a=float32[8]
import numba
from pylog import *


@numba.jit
def helper(x):
    return x + 1


@pylog
def k(a):
    return helper(a[0])
