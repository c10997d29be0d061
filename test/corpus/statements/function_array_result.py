# args: a=int32[5] b=int32[5]
from pylog import *
import numpy as np


@pylog
def function_array_result(a, b):
    def interleave(u, v):
        out = np.zeros(10, dtype=np.int32)
        out[0::2] = u
        out[1::2] = v
        return out

    def halves(v):
        return v[:5], v[5:]

    x = interleave(a, b)
    y, z = halves(interleave(b, a))
    return x, y + z
