# args: a=int32[8] m=int32[3,8]
from pylog import *
import numpy as np


@pylog
def function_writes(a, m):
    def negate(v):
        for i in range(len(v)):
            v[i] = -v[i]

    def fill(v, x):
        v[:] = x

    negate(a)
    negate(a[::2])
    negate(m[1])
    fill(m[:, 0], 7)
    fill(m[2, 4:], a[0])
