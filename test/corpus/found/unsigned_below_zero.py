# uint64 wraps to its far end, past what a double counts.
# args: a=int32[2] s=int32
# values: a=5,6 s=0
import numpy as np
from pylog import *


@pylog
def unsigned_below_zero(a, s):
    a[0] = np.int32(np.uint64(s) - np.uint64(1))
    return np.uint64(s) - np.uint64(3), np.uint8(np.uint64(s) - np.uint64(1))
