# args: a=float32[8]
# The argument behind it is named, through a local and a call.
from pylog import *


def padded(a, size):
    out = np.zeros(size)
    for i in range(8):
        out[i] = a[i]
    return out


@pylog
def zeros_in_helper(a, extra: int):
    whole = 8 + extra
    return padded(a, whole)
