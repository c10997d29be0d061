# PyLog listing 2: slices on both sides.
# args: z=float32[100,8] y=float32[32,16,9] x=float32 a=float32[3,4] b=float32[3,4] c=float32[3,4]
from pylog import *
import numpy as np


@pylog
def array_operators(z, y, x, a, b, c):
    c[:] = a + b
    z[2:66:2, :] = x * y[:, 6, :-1]
