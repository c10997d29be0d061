# args: a=float32[16] b=float32[16]
# Names for two arguments change places, and both are written.
from pylog import *


@pylog
def swap_of_arguments(a, b):
    u = a
    v = b
    for t in range(7):
        v[1:-1] = 0.5 * (u[:-2] + u[2:])
        u, v = v, u
    return u
